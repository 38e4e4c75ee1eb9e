# The sandbox in a container, from the packed package:
#   npm ci && npm run build && npx node scripts/pack.ts --trial
#   docker build -t translation-requester-sandbox .
#   docker run --rm -p 127.0.0.1:4010:4010 translation-requester-sandbox --token token-for-tests --autopilot
# Other machines can call a container, and other containers do, so the sandbox needs a token of your own.
# By its digest, so that a tag that is moved changes nothing. Docker lists each digest, by tag, in docker-library/repo-info on GitHub
# (repos/node/remote).
FROM node:24.21.0-alpine@sha256:be80f76cf40ec8e42b9bec49f60a55e0660f30af58d3e5a25530785b30ea67e2
RUN --mount=type=bind,target=/packed npm install --global --ignore-scripts /packed/translation-requester-*.tgz \
  && npm cache clean --force \
  && install -d -o node -g node /data
USER node
WORKDIR /data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:4010/health"]
ENTRYPOINT ["translation-requester", "sandbox", "--host", "0.0.0.0"]
