# The sandbox in a container, from the packed package:
#   npm ci && npm run build && npm pack
#   docker build -t translation-requester-sandbox .
#   docker run --rm -p 4010:4010 translation-requester-sandbox --autopilot
FROM node:24-alpine
RUN --mount=type=bind,target=/packed npm install --global /packed/translation-requester-*.tgz \
  && npm cache clean --force \
  && install -d -o node -g node /data
USER node
WORKDIR /data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:4010/health"]
ENTRYPOINT ["translation-requester", "sandbox", "--host", "0.0.0.0"]
