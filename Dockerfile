# The console as a container image: one static binary, the libraries it needs, nothing else, not even a shell.
#
#   docker build --tag mockuem .
#
# With what Scripts/release has left in release/ instead of a binary built here:
#
#   docker build --build-arg BINARY=prebuilt --tag mockuem .
#
# VERSION and REVISION, for the labels, are build arguments too. Needs BuildKit (Docker 23 or later), Podman or Buildah.

# "build" compiles the binary, "prebuilt" takes release/mockuem and the licences beside it.
ARG BINARY=build
ARG SWIFT=6.3-bookworm

# --- The binary, built here ---------------------------------------------------------------------------------------
FROM swift:${SWIFT} AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# Versions are those of the base image's release, which gets security fixes only.
# hadolint ignore=DL3008
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends libsqlite3-dev zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.* config.yaml ./
COPY Migrations Migrations/
COPY Public Public/
COPY Sources Sources/
# The package does not load without the folders of its tests.
COPY Tests Tests/
COPY Scripts/release.d/notices /notices
# Dependencies and what was compiled of them stay with the engine, so that the next build is one of the changes.
RUN --mount=type=cache,id=mockuem-build,target=/source/.build,sharing=locked \
    swift build --configuration release --static-swift-stdlib --product mockuem \
    && mkdir /binary \
    && strip -o /binary/mockuem .build/release/mockuem \
    && sh /notices .build/checkouts > /binary/THIRD-PARTY-LICENSES.txt

# --- The binary, built elsewhere ----------------------------------------------------------------------------------
FROM debian:bookworm-slim AS prebuilt
# LICENSE is always there, so this stage does no harm where release/ is not.
COPY LICENSE release/mockuem* release/THIRD-PARTY-LICENSES.tx* /binary/

# Hadolint takes a stage for an image without a version.
# hadolint ignore=DL3006
FROM ${BINARY} AS binary

# --- Everything the image has -------------------------------------------------------------------------------------
FROM debian:bookworm-slim AS files
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
        ca-certificates libsqlite3-0 libstdc++6 zlib1g \
    && rm -rf /var/lib/apt/lists/*
COPY --from=binary /binary/mockuem /image/mockuem
COPY --from=binary /binary/THIRD-PARTY-LICENSES.txt /image/usr/share/doc/mockuem/
COPY LICENSE /image/usr/share/doc/mockuem/
# Libraries go where the loader looks for them, with the licences of their packages beside them.
RUN if ldd /image/mockuem | grep 'not found'; then exit 1; fi \
    && ldd /image/mockuem | grep -o '/[^ ]*' | while read -r file; do \
        mkdir -p "/image$(dirname "$file")" \
        && cp --dereference "$file" "/image$file" \
        && package=$(dpkg --search "*/$(basename "$file")" | sed 's/:.*//; 1q') \
        && mkdir -p "/image/usr/share/doc/$package" \
        && cp --dereference "/usr/share/doc/$package/copyright" "/image/usr/share/doc/$package/" || exit 1; \
    done \
    && mkdir -p /image/data /image/tmp /image/etc/ssl/certs \
    && cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ \
    && echo 'mockuem:x:10001:10001::/data:/mockuem' > /image/etc/passwd \
    && echo 'mockuem:x:10001:' > /image/etc/group \
    && chmod 0755 /image/mockuem && chmod 1777 /image/tmp && chmod 0700 /image/data \
    && chown 10001:10001 /image/data

# --- The image ----------------------------------------------------------------------------------------------------
FROM scratch
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="MockUEM" \
    org.opencontainers.image.description="A Workspace ONE UEM console for tests" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${REVISION}"
COPY --from=files /image/ /
# Any configuration key can be given like these (Configuration in the documentation).
ENV MOCKUEM_HTTP_HOST=0.0.0.0 \
    MOCKUEM_HTTP_PORT=8080 \
    MOCKUEM_HTTPS_PORT=8443 \
    MOCKUEM_DATA_FOLDER=/data
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8080 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 CMD ["/mockuem", "healthcheck"]
ENTRYPOINT ["/mockuem"]
CMD ["serve"]
