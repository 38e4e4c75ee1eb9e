import type { RouteCall, Routes } from '../http/call.js';
import { requireReadable } from '../http/lag.js';
import { invalid, ok } from '../http/reply.js';
import { readKind, storeFile } from '../orders/file-analysis.js';
import { showFile } from '../views/views.js';

export const fileRoutes: Routes = {
  'POST /api/v1/my/files': upload,
  'GET /api/v1/my/files/:id'({ state, account, view, id }) {
    const file = state.files.get(id('id'));
    const own = requireReadable(state, file?.user === account.user ? file : undefined);
    return ok('The file is found.', { question_source: showFile(own, view) });
  },
};

async function upload({ state, account, request, view }: RouteCall): Promise<Response> {
  const part = request.body.kind === 'multipart' ? (request.body.value?.get('file') ?? null) : null;
  if (part === null) throw invalid({ file: "can't be blank" });
  const kind = typeof part === 'string' ? undefined : readKind(part.name);
  if (typeof part === 'string' || kind === undefined) throw invalid({ file: 'is invalid' });
  const file = await storeFile(state, account.user, part, kind);
  return ok('The file is uploaded.', { question_source: showFile(file, { ...view, exact: true }) });
}
