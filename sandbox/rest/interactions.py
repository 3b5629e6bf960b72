from sandbox import payloads
from sandbox.office.desk import CallbackForm
from sandbox.office.interactions import AnswerKind, Interaction
from sandbox.office.limits import parse
from sandbox.office.posting import MessageForm
from sandbox.payloads import JsonObject
from sandbox.rest.calls import DONE, Answer, Call, Routes
from sandbox.service import Service
from sandbox.world.channels import MessageFlag

routes = Routes()


@routes.on("POST", "/interactions/{interaction_id}/{token}/callback")
def _answer_interaction(service: Service, call: Call) -> Answer:
    form = parse(CallbackForm, call.body)
    interaction = service.desk.answer(call.id("interaction_id"), call.params["token"], form, call.uploads)
    return Answer(_callback(interaction)) if call.asks("with_response") else DONE


@routes.on("POST", "/webhooks/{application_id}/{token}")
def _follow_up(service: Service, call: Call) -> Answer:
    """Send one more message in answer to an interaction."""
    message = service.desk.follow_up(_interaction(service, call), parse(MessageForm, call.body), call.uploads)
    # Discord always answers here as if `wait` were set, because the webhook belongs to an application.
    return Answer(payloads.message(message))


@routes.on("GET", "/webhooks/{application_id}/{token}/messages/{message_id}")
def _get_answer(service: Service, call: Call) -> Answer:
    interaction = _interaction(service, call)
    return Answer(payloads.message(service.desk.message_of(interaction, call.params["message_id"])))


@routes.on("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}")
def _edit_answer(service: Service, call: Call) -> Answer:
    interaction = _interaction(service, call)
    message = service.desk.message_of(interaction, call.params["message_id"])
    service.desk.edit(interaction, message, parse(MessageForm, call.body), call.uploads)
    return Answer(payloads.message(message))


@routes.on("DELETE", "/webhooks/{application_id}/{token}/messages/{message_id}")
def _delete_answer(service: Service, call: Call) -> Answer:
    interaction = _interaction(service, call)
    service.desk.delete(interaction, service.desk.message_of(interaction, call.params["message_id"]))
    return DONE


def _interaction(service: Service, call: Call) -> Interaction:
    return service.desk.by_token(call.params["token"])


def _callback(interaction: Interaction) -> JsonObject:
    noted: JsonObject = {"id": str(interaction.id), "type": int(interaction.kind)}
    message = interaction.origin_message
    if message:
        noted |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": MessageFlag.EPHEMERAL in message.flags,
        }
    body: JsonObject = {"interaction": noted}
    if interaction.answer in {AnswerKind.MESSAGE, AnswerKind.UPDATE} and message:
        body["resource"] = {"type": int(interaction.answer), "message": payloads.message(message)}
    return body
