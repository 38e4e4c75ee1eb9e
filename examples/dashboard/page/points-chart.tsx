import { available, history, type Sample } from './account.ts';
import { count, day } from './words.ts';

const WIDTH = 600;
const HEIGHT = 160;
const EDGE = 10;
const MOST_CHANGES = 4;

/** Points over time, as this browser has seen them. */
export function PointsChart() {
  const [first, ...others] = history.value;
  return (
    <section class="card points" aria-labelledby="points">
      <h2 id="points">Points over time</h2>
      <p class="figure">{available.value === undefined ? '…' : count(available.value)}</p>
      {first !== undefined && <Line samples={[first, ...others]} />}
      <ul class="changes">
        {history.value
          .slice(1)
          .map((sample, index) => ({
            ...sample,
            change: sample.points - (history.value[index]?.points ?? 0),
          }))
          .slice(-MOST_CHANGES)
          .toReversed()
          .map(({ at, change }) => (
            <li key={at}>
              <span>{day(at)}</span>
              <span class={change < 0 ? 'spent' : 'returned'}>
                {change < 0 ? '−' : '+'}
                {count(Math.abs(change))}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

function Line({ samples }: { readonly samples: readonly [Sample, ...Sample[]] }) {
  const steps = drawSteps(samples);
  const [first] = samples;
  const last = samples.at(-1) ?? first;
  const label = `From ${count(first.points)} points on ${day(first.at)} to ${count(last.points)} points on ${day(last.at)}`;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path class="area" d={`M0,${HEIGHT} L${steps} L${WIDTH},${HEIGHT} Z`} />
      <polyline points={steps} />
    </svg>
  );
}

/** The balance stays as it is until the next change, so the line is a stair. Times are spread evenly. */
function drawSteps(samples: readonly [Sample, ...Sample[]]): string {
  const values = samples.map(({ points }) => points);
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const x = (index: number) => ((index / samples.length) * WIDTH).toFixed(1);
  const y = (points: number) =>
    (range === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((points - low) / range) * (HEIGHT - 2 * EDGE)).toFixed(1);
  return values.map((points, index) => `${x(index)},${y(points)} ${x(index + 1)},${y(points)}`).join(' ');
}
