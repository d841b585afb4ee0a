# The image of LongEmo Studio: web, worker and scheduler are the same image with another command.
# Its steps are the scripts that `make run` uses.

FROM node:20-bookworm-slim AS page
WORKDIR /app
COPY scripts scripts
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc frontend/
RUN scripts/frontend-packages.sh
COPY frontend frontend
RUN scripts/frontend-build.sh

FROM python:3.11-slim-bookworm
WORKDIR /app
COPY scripts scripts
RUN scripts/system-packages.sh image
COPY requirements.txt ./
RUN scripts/python-packages.sh run
COPY . .
COPY --from=page /app/frontend/dist frontend/dist

# Data lies in a volume; the code is root's and cannot be changed by the program that runs it.
RUN useradd --system --uid 10001 --user-group --home-dir /data --no-create-home longemo \
    && install -d -o longemo -g longemo /data
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    LONGEMO_MODE=production \
    LONGEMO_DATA_DIR=/data
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://localhost:8000/healthz', timeout=4)"]
CMD ["gunicorn", "--config", "deploy/gunicorn.conf.py", "config.wsgi"]
