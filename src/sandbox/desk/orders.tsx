import type { DeskState } from './api.js';
import { runAction } from './api.js';
import { formatCount, formatNumber } from './format.js';
import { Button, Card, Key, SearchField, Status, writtenIn } from './parts.js';
import { openOrder, orderSample, orders, runAndTell, select, selected, state } from './store.js';
import { VirtualList } from './virtual-list.js';

type Item = DeskState['orders']['items'][number];

async function translateAll(): Promise<boolean> {
  let translated = 0;
  const isDone = await runAndTell(async () => {
    translated = Number((await runAction('translate', { all: true })).translated);
  });
  return isDone && runAndTell(async () => {}, `Submitted ${formatCount(translated, 'translation')}.`);
}

export function OrderList() {
  const { total = 0, open = 0 } = state.value?.orders ?? {};
  return (
    <Card
      title="Orders"
      class="orders"
      side={
        <span class="faint">
          {formatNumber(total)} in all, {formatNumber(open)} open
        </span>
      }
    >
      <div class="buttons">
        <Button onClick={() => orderSample('simple')}>+ Simple</Button>
        <Button onClick={() => orderSample('project')}>+ Project</Button>
        <Button disabled={open === 0} onClick={translateAll}>
          Translate all
        </Button>
      </div>
      {total > 0 && <SearchField feed={orders} label="Find orders" hint="Find by title, key, account…" />}
      <VirtualList
        feed={orders}
        label="Orders"
        rowHeight={85}
        readKey={({ id }) => id}
        selected={selected.value?.id ?? null}
        onSelect={({ id }) => select(id)}
        onOpen={({ id }, isByKey) => openOrder(id, isByKey ? { focus: true } : {})}
        row={(item) => <OrderRow item={item} />}
        empty={
          <p>
            No order yet. Let your application send one, or press “+ Simple” for a sample: it appears here at
            once.
          </p>
        }
      />
    </Card>
  );
}

function OrderRow({ item }: { readonly item: Item }) {
  const { id, account, key, title, statusText, texts, translated, points } = item;
  const { languageId, translatedLanguageId } = item;
  return (
    <>
      <span class="line">
        <strong {...writtenIn(languageId)}>{title}</strong>
        <Status text={statusText} />
      </span>
      <span class="line faint">
        <span>
          <bdi>{account}</bdi> · {item.kind === 'project' ? 'Project' : 'Simple'} {id}
        </span>
      </span>
      <span class="line faint progress">
        <span class="line">
          {key === null ? null : <Key text={key} />}
          <span>
            {languageId} → {translatedLanguageId} · {formatNumber(points)} points
          </span>
        </span>
        <span class="end done">
          <span class="meter" aria-hidden="true">
            <span style={{ width: `${texts === 0 ? 0 : (100 * translated) / texts}%` }} />
          </span>
          {formatNumber(translated)}/{formatNumber(texts)}
          <span class="unseen"> translated</span>
        </span>
      </span>
    </>
  );
}
