import type { State } from './api.js';
import { runAction } from './api.js';
import { formatCount, formatNumber } from './format.js';
import { Button, Card, Key, Status } from './parts.js';
import { orders, placeSample, runAndTell, select, selected, state } from './store.js';
import { VirtualList } from './virtual-list.js';

type Item = State['orders']['items'][number];

async function translateAll(): Promise<boolean> {
  let translated = 0;
  const isDone = await runAndTell(async () => {
    translated = Number((await runAction('translate', { all: true })).translated);
  });
  return isDone && runAndTell(async () => {}, `Submitted ${formatCount(translated, 'translation')}.`);
}

export function Orders() {
  const open = state.value?.orders.open ?? 0;
  return (
    <Card
      title="Orders"
      class="orders"
      side={
        <span class="faint">
          {formatNumber(orders.total.value)} in all, {formatNumber(open)} open
        </span>
      }
    >
      <div class="buttons">
        <Button onClick={() => placeSample('simple')}>+ Simple</Button>
        <Button onClick={() => placeSample('project')}>+ Project</Button>
        <Button class="primary" disabled={open === 0} onClick={translateAll}>
          Translate all
        </Button>
      </div>
      <VirtualList
        feed={orders}
        label="Orders"
        rowHeight={86}
        readKey={({ id }) => id}
        selected={selected.value?.id ?? null}
        onSelect={({ id }) => select(id)}
        row={(item) => <Row item={item} />}
        empty={<p>No order yet. Send one, or place a sample: it appears here at once.</p>}
      />
    </Card>
  );
}

function Row({ item }: { readonly item: Item }) {
  const { id, key, title, statusText, texts, translated, points, languageId, translatedLanguageId } = item;
  return (
    <>
      <span class="line">
        <strong>{title}</strong>
        <Status text={statusText} />
      </span>
      <span class="line faint">
        <span>
          {item.kind === 'project' ? 'Project' : 'Simple'} {id}
        </span>
        <span class="end">
          {languageId} → {translatedLanguageId}
        </span>
        <span>{formatNumber(points)} pts</span>
      </span>
      <span class="line faint">
        {key === null ? null : <Key text={key} />}
        <span class="meter end" aria-hidden="true">
          <span style={{ width: `${texts === 0 ? 0 : (100 * translated) / texts}%` }} />
        </span>
        <span>
          {formatNumber(translated)}/{formatNumber(texts)}
          <span class="unseen"> translated</span>
        </span>
      </span>
    </>
  );
}
