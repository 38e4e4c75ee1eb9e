import type { Order } from './api.js';
import { count, momentOf, spanOf } from './format.js';
import { state } from './store.js';

/** What an order is, and what it costs. */
export function Facts({ shown }: { readonly shown: Order }) {
  const { languageId, translatedLanguageId, points, key, at, expiresAt, texts, translated } = shown;
  const left = (expiresAt ?? 0) - (state.value?.now ?? 0);
  return (
    <dl class="facts">
      <div>
        <dt>Languages</dt>
        <dd>
          {languageId} → {translatedLanguageId}
        </dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>{count(points)} points</dd>
      </div>
      <div>
        <dt>Translated</dt>
        <dd>
          {translated} of {texts}
        </dd>
      </div>
      <div>
        <dt>Ordered</dt>
        <dd>{momentOf(at)}</dd>
      </div>
      {expiresAt === null ? null : (
        <div>
          <dt>Expires in</dt>
          <dd>{spanOf(Math.max(0, left))}</dd>
        </div>
      )}
      {key === null ? null : (
        <div>
          <dt>custom_field</dt>
          <dd>
            <code>{key}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}
