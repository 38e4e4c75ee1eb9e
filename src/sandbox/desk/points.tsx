import { runAction } from './api.js';
import { formatNumber } from './format.js';
import { Card, Field, Form, type Texts } from './parts.js';
import { runAndTell, state } from './store.js';

/** The points that can be spent, and a form that changes them. */
export function Points() {
  const known = state.value;
  if (known === null) return null;
  const [main] = known.organizations;
  return (
    <Card title="Points" class="points" side={<span class="faint">{main?.name}</span>}>
      <p class="figure">
        <strong>{formatNumber(main?.availablePoint ?? 0)}</strong> to spend
        <span class="faint"> of {formatNumber(main?.point ?? 0)}</span>
      </p>
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
  return runAndTell(() => runAction(`points/${name}`, { points: Number(points) }), 'The points are changed.');
}
