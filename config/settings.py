"""Django settings. Everything that differs between machines comes from the environment (config/environment.py)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from celery.schedules import crontab

from config.environment import BASE_DIR, DATA_DIR, MODE, env, secret_key

LONGEMO_VERSION = "0.1.0"
LONGEMO_MODE = MODE
LONGEMO_DATA_DIR = DATA_DIR

_given_key = secret_key()
SECRET_KEY_MISSING = not _given_key
# Django does not start with an empty key, and config/checks.py must be able to say what is missing.
SECRET_KEY = _given_key or "missing"
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if MODE == "local" else []
)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
#: The address people use; invitation links are built from it. Empty: the address of the request.
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "axes",
    "kernel",
    "accounts",
    "jobs",
    "llm",
    "annotation",
    "review",
    "evaluation",
    "config.apps.ConfigApp",
]

MIDDLEWARE = [
    "config.logs.RequestLogMiddleware",
    "config.requests.ReadableRequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- database -------------------------------------------------------------------------------------------------

DATABASES: dict[str, Any] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'longemo.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # IMMEDIATE: a transaction takes the write lock when it begins, so two writers queue instead of
        # failing with "database is locked" half-way through.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("DATABASE_CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Our queries take milliseconds; compiling one of the queue's takes PostgreSQL seconds when it errs about its cost.
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c jit=off"

# --- models ----

#: What stored keys of model endpoints are encrypted with; the first encrypts, all of them decrypt.
MODEL_KEY_SECRETS = env.list("MODEL_KEY_SECRETS", default=[SECRET_KEY])

# --- people ---------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AXES_FAILURE_LIMIT = env.int("LOGIN_FAILURE_LIMIT", default=8)
AXES_COOLOFF_TIME = timedelta(minutes=env.int("LOGIN_COOLOFF_MINUTES", default=15))
# Locked by the pair: one machine guessing cannot lock a colleague out of the account everywhere.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
# The name of the credential in authenticate(); the default follows the user model and would count nobody.
AXES_USERNAME_FORM_FIELD = "username"
AXES_LOCKOUT_CALLABLE = "config.problems.login_locked"
AXES_IPWARE_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)
INVITATION_LIFETIME = timedelta(days=env.int("INVITATION_DAYS", default=14))

SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.problems.csrf_failed"
HTTPS_ONLY = env.bool("HTTPS_ONLY", default=MODE == "production")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000 if HTTPS_ONLY else 0)
SECURE_SSL_REDIRECT = False  # the proxy in front does it; health checks arrive over plain HTTP
if env.int("TRUSTED_PROXY_COUNT", default=0):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# --- files ----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
STATICFILES_DIRS = [("app", FRONTEND_DIST)] if FRONTEND_DIST.is_dir() else []
# On one machine nobody runs collectstatic: whitenoise finds the built files where they are.
WHITENOISE_USE_FINDERS = MODE == "local"
WHITENOISE_AUTOREFRESH = False

MEDIA_ROOT = DATA_DIR / "media"
S3_BUCKET = env.str("S3_BUCKET", default="")
#: The store of the bucket above, and of buckets that `add_videos` reads from.
S3_OPTIONS: dict[str, Any] = {
    "endpoint_url": env.str("S3_ENDPOINT_URL", default="") or None,
    "region_name": env.str("S3_REGION", default="us-east-1"),
    "access_key": env.str("S3_ACCESS_KEY_ID", default="") or None,
    "secret_key": env.str("S3_SECRET_ACCESS_KEY", default="") or None,
    "addressing_style": env.str("S3_ADDRESSING_STYLE", default="path"),
    "signature_version": "s3v4",
    "default_acl": None,
    "file_overwrite": True,  # keys are content-addressed or carry a uuid: never two things under one name
    "querystring_auth": True,
    "querystring_expire": 3600,
    # Above this a file that is read goes through a temporary file; the default keeps all of it in memory.
    "max_memory_size": 16 * 1024**2,
}
MEDIA_STORAGE: dict[str, Any]
if S3_BUCKET:
    MEDIA_STORAGE = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {"bucket_name": S3_BUCKET, **S3_OPTIONS},
    }
else:
    MEDIA_STORAGE = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(MEDIA_ROOT), "allow_overwrite": True},
    }
STORAGES = {
    "default": MEDIA_STORAGE,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
#: Folder of unfinished uploads and of sources fetched from S3 for ffmpeg; always on local disk.
SCRATCH_DIR = DATA_DIR / "scratch"
UPLOAD_MAX_BYTES = env.int("UPLOAD_MAX_BYTES", default=64 * 1024**3)
# Of every project that has no quota of its own; 0 is no limit.
PROJECT_QUOTA_BYTES = env.int("PROJECT_QUOTA_BYTES", default=0)
#: Room on the disk that uploads leave free, for the database and for what is made of the videos.
DISK_RESERVE_BYTES = env.int("DISK_RESERVE_BYTES", default=512 * 1024**2)
UPLOAD_CHUNK_MAX_BYTES = 64 * 1024**2
UPLOAD_LIFETIME = timedelta(days=7)
#: `direct` = Django streams ranges; `x-accel` = nginx sends the bytes after Django has checked access.
MEDIA_DELIVERY = env.str("MEDIA_DELIVERY", default="direct")
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024**2
# A folder of records is one file a question.
DATA_UPLOAD_MAX_NUMBER_FILES = 2000

# --- jobs -----------------------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
BROKER_DIR = DATA_DIR / "broker"
CELERY_BROKER_URL = REDIS_URL or "files://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "global_keyprefix": env.str("REDIS_PREFIX", default="longemo:"),
        "visibility_timeout": 3600,
        # A request that queues a job must not hang on a Redis that is away: the sweeper announces the job later.
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
    }
    if REDIS_URL
    else {
        "data_folder_in": str(BROKER_DIR / "messages"),
        "data_folder_out": str(BROKER_DIR / "messages"),
        "control_folder": str(BROKER_DIR / "control"),
        "processed_folder": str(BROKER_DIR / "processed"),
        "store_processed": True,
        "polling_interval": 0.2,
    }
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
JOB_LEASE = timedelta(seconds=env.int("JOB_LEASE_SECONDS", default=30))
#: How long a reviewer keeps an item without a sign of life.
REVIEW_LEASE = timedelta(minutes=env.int("REVIEW_LEASE_MINUTES", default=30))
#: How long the giver of a verdict can take it back; a round closes after that (docs/decisions/undo.md).
REVIEW_UNDO = timedelta(seconds=env.int("REVIEW_UNDO_SECONDS", default=10))
JOB_SWEEP_SECONDS = env.int("JOB_SWEEP_SECONDS", default=5)
CELERY_BEAT_SCHEDULE = {
    "sweep-jobs": {
        "task": "jobs.sweep",
        "schedule": JOB_SWEEP_SECONDS,
        "options": {"expires": JOB_SWEEP_SECONDS},
    },
    "close-rounds": {
        "task": "review.close_rounds",
        "schedule": JOB_SWEEP_SECONDS,
        "options": {"expires": JOB_SWEEP_SECONDS},
    },
    "daily-housekeeping": {"task": "jobs.housekeeping", "schedule": 3600.0, "options": {"expires": 600}},
    "daily-digest": {
        "task": "review.send_digests",
        "schedule": crontab(hour=env.int("DIGEST_HOUR", default=6), minute=0),
        "options": {"expires": 3600},
    },
}

# --- e-mail ---------------------------------------------------------------------------------------------------

EMAIL_HOST = env.str("EMAIL_HOST", default="")
# Without a mail server the daily digest is written to the log of the process that sends it.
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = env.int("EMAIL_PORT", default=25)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", default=False)
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", default=False)
EMAIL_TIMEOUT = 30
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="LongEmo Studio <longemo@localhost>")

# --- API ------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.authentication.TokenAuthentication",
        "config.authentication.PageSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["kernel.parsers.BoundedJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "kernel.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.problems.exception_handler",
    "COERCE_DECIMAL_TO_STRING": False,
    "UNICODE_JSON": True,
    "STRICT_JSON": True,
    "DEFAULT_THROTTLE_RATES": {"login": env.str("LOGIN_RATE", default="30/min")},
    "NUM_PROXIES": env.int("TRUSTED_PROXY_COUNT", default=0),
}
REST_KNOX = {
    "SECURE_HASH_ALGORITHM": "hashlib.sha512",
    "TOKEN_TTL": timedelta(days=env.int("TOKEN_DAYS", default=365)),
    "TOKEN_LIMIT_PER_USER": 20,
    "AUTO_REFRESH": False,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "LongEmo Studio",
    "DESCRIPTION": "Make, quality-control and score video-emotion benchmarks.",
    "VERSION": LONGEMO_VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"id": int},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.problems.add_problem_responses",
    ],
    # Names of the API's enumerations where several fields share one set of values.
    "ENUM_NAME_OVERRIDES": {
        "AssignmentStateEnum": "review.assignments.models.AssignmentState",
        "BlindAnswersEnum": "annotation.projects.models.BlindAnswers",
        "CandidateStateEnum": "annotation.drafting.models.CandidateState",
        "ClipStateEnum": "annotation.clips.models.ClipState",
        "DecisionEnum": "review.verdicts.models.Decision",
        "DraftMaterialEnum": "annotation.drafting.drafts.serializers.MATERIAL",
        "DraftStateEnum": "annotation.drafting.drafts.models.DraftState",
        "DraftedTaskEnum": "annotation.drafting.drafts.models.DRAFTED_TASKS",
        "EpisodeWatchingEnum": "annotation.projects.models.EpisodeWatching",
        "FlawEnum": "review.training.flaws.FLAWS",
        "GranularityEnum": "annotation.clips.models.Granularity",
        "ItemKindEnum": "annotation.questions.models.ItemKind",
        "JobStateEnum": "jobs.models.JobState",
        "ModelPurposeEnum": "annotation.drafting.models.Purpose",
        "OpinionKindEnum": "annotation.drafting.opinions.models.OpinionKind",
        "QuestionStateEnum": "annotation.questions.models.QuestionState",
        "RubricFamilyEnum": "annotation.questions.serializers.FAMILIES",
        "TaskEnum": "annotation.questions.serializers.TASK_NAMES",
        "VideoStateEnum": "annotation.videos.models.VideoState",
    },
}

# --- words, time, logs ----------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "config.logs.JsonFormatter"},
        "plain": {
            "()": "config.logs.PlainFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
    },
    "filters": {"secrets": {"()": "config.logs.MaskSecrets"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["secrets"],
            "formatter": env.str("LOG_FORMAT", default="json" if MODE == "production" else "plain"),
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "axes": {"level": "WARNING"},
        "django.server": {"level": "WARNING"},
        "celery": {"level": "WARNING"},
        # At DEBUG they write what is sent to models: frames, transcripts, questions.
        "openai": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        "httpcore2": {"level": "WARNING"},
    },
}
