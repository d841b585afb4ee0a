"""The front door of the app: asking a model, on the record (`ask`) or without a database (`complete`)."""

from llm.answers import first_fault
from llm.asking import Reply, ask, describe, embed_texts
from llm.client import Completion, complete, embed
from llm.descriptions import Ability, EndpointDescription
from llm.errors import (
    AskFailed,
    BadAnswer,
    EndpointRefused,
    Exchange,
    Misfit,
    ModelError,
    OverBudget,
    RateLimited,
    RequestTooLarge,
    Unavailable,
)
from llm.models import Attempt, AttemptState, Budget, Endpoint
from llm.policies import may_set_up
from llm.prompts import AudioPart, Frame, Part, Prompt, Text, VideoPart
from llm.reservations import spent_of
from llm.selectors import endpoint_choices, spending_of, use_of
from llm.services import set_budget

__all__ = [
    "Ability",
    "AskFailed",
    "Attempt",
    "AttemptState",
    "AudioPart",
    "BadAnswer",
    "Budget",
    "Completion",
    "Endpoint",
    "EndpointDescription",
    "EndpointRefused",
    "Exchange",
    "Frame",
    "Misfit",
    "ModelError",
    "OverBudget",
    "Part",
    "Prompt",
    "RateLimited",
    "Reply",
    "RequestTooLarge",
    "Text",
    "Unavailable",
    "VideoPart",
    "ask",
    "complete",
    "describe",
    "embed",
    "embed_texts",
    "endpoint_choices",
    "first_fault",
    "may_set_up",
    "set_budget",
    "spending_of",
    "spent_of",
    "use_of",
]
