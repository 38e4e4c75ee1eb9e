import { runAction, type State } from './api.js';
import { count, timeOf } from './format.js';
import { Card, Field, Form, type Texts } from './parts.js';
import { attempt, state } from './store.js';

const WIDTH = 400;
const HEIGHT = 96;
/** The height above the highest balance. */
const TOP = 6;

/** A chart of the points that can be spent, over time. */
export function Points() {
  const known = state.value;
  if (known === null) return null;
  const { pointsHistory: history, organizations, now } = known;
  const [main] = organizations;
  const values = history.map(({ availablePoint }) => availablePoint);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const curve = lineOf(history, now, high);
  const began = history[0]?.at ?? now;
  return (
    <Card title="Points" class="points" side={<span class="faint">{main?.name}</span>}>
      <p class="figure">
        <strong>{count(main?.availablePoint ?? 0)}</strong> to spend
        <span class="faint"> of {count(main?.point ?? 0)}</span>
      </p>
      <figure class="chart">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Points to spend over time: now ${count(main?.availablePoint ?? 0)}, between ${count(low)} and ${count(high)}; the axis begins at 0`}
        >
          <path class="area" d={`${curve} V${HEIGHT} H0 Z`} />
          <path class="curve" d={curve} />
        </svg>
        <figcaption>
          <span>{timeOf(began)}</span>
          <span>from 0 to {count(high)}</span>
          <span>{timeOf(now)}</span>
        </figcaption>
      </figure>
      <Form send={change} class="row-form">
        <Field label="Change the points">
          <input name="points" type="number" min="1" required placeholder="500" />
        </Field>
        <button type="submit" name="name" value="add">
          Add
        </button>
        <button type="submit" name="name" value="take">
          Take
        </button>
      </Form>
    </Card>
  );
}

function change({ name = 'add', points }: Texts): Promise<boolean> {
  return attempt(() => runAction(`points/${name}`, { points: Number(points) }), 'The points are changed.');
}

/**
 * A step line: each balance holds until the next one. The newest is at the right edge. The axis begins at zero, so that a
 * small order looks small.
 */
function lineOf(history: State['pointsHistory'], now: number, high: number): string {
  const began = history[0]?.at ?? 0;
  const length = now - began;
  const yOf = (value: number) => (HEIGHT - (high === 0 ? 0 : value / high) * (HEIGHT - TOP)).toFixed(1);
  // If time stands still, changes are spaced evenly.
  const xOf = (at: number, index: number) =>
    (length > 0 ? ((at - began) / length) * WIDTH : (index / history.length) * WIDTH).toFixed(1);
  const steps = history.map(({ at, availablePoint }, index) =>
    index === 0 ? `M0 ${yOf(availablePoint)}` : `H${xOf(at, index)} V${yOf(availablePoint)}`,
  );
  return `${steps.join(' ')} H${WIDTH}`;
}
