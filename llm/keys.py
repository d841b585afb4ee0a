"""Keys of endpoints, encrypted at rest. A stored key is decrypted for a call and shown to nobody again."""

from __future__ import annotations

import base64
import os
import re
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from llm.errors import Misfit

#: Variables of the server's environment that may be sent to an endpoint. Others hold the server's own secrets, and
#: whoever may enter an address must not be able to send them there.
KEY_VARIABLE: Final = re.compile(r"[A-Z][A-Z0-9_]{0,80}_API_KEY")


def encrypt_key(key: str) -> str:
    """`key` as a token that only this installation can read."""
    return _fernet().encrypt(key.encode()).decode()


def decrypt_key(token: str) -> str:
    """The key in a token of `encrypt_key`. Raises Misfit when the secret it was encrypted with is no longer set."""
    try:
        return _fernet().decrypt(token.encode()).decode()
    except InvalidToken:
        raise Misfit(
            "endpoint_key_unreadable",
            "The stored key of this endpoint cannot be read any more: MODEL_KEY_SECRETS (or SECRET_KEY) of the server "
            "has changed. Enter the key again, or put the old secret behind the new one in MODEL_KEY_SECRETS.",
        ) from None


def key_from_environment(variable: str) -> str:
    """The key in an environment variable of this process. Raises Misfit when it is not set here, or not a key's."""
    key = os.environ.get(variable, "") if KEY_VARIABLE.fullmatch(variable) else ""
    if not key:
        raise Misfit(
            "endpoint_key_missing",
            f"The environment variable {variable} with the key of this endpoint is not set where the call was to be "
            "made. Set it for the web server and every worker, and restart them.",
        )
    return key


def _fernet() -> MultiFernet:
    """The newest secret encrypts; all of them decrypt."""
    return MultiFernet([_derived(secret) for secret in settings.MODEL_KEY_SECRETS])


def _derived(secret: str) -> Fernet:
    derivation = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"longemo: keys of model endpoints")
    return Fernet(base64.urlsafe_b64encode(derivation.derive(secret.encode())))
