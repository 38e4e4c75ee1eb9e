// Traces an order with OpenTelemetry: one span with its requests below it, and what was tried again as events.
// Run it: node main.ts (in a clone: npm run example tracing), after: npm install @opentelemetry/api @opentelemetry/sdk-trace-base
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { makeSpans } from './open-telemetry.ts';

const exporter = new InMemorySpanExporter(); // in an application: to your collector
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const hooks = makeSpans(provider.getTracer('translation-requester'));
const requester = new Requester({ baseUrl, accessToken, fetch, hooks });

sandbox.faults.add({ on: 'GET /api/v1/my/questions', fault: { kind: 'status', status: 503 } });
sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'status', status: 429 } });

const question = { type: 'string', body: 'おはようございます', custom_field: 'greeting' } as const;
const { id, questions } = await requester.projects.create(
  { language_id: 'ja', translated_language_id: 'en', questions: [question] },
  { once: true, maxPoints: 200 },
);
for (const ordered of questions) sandbox.translators.translateQuestion(ordered.id, ['Good morning']);
sandbox.clock.advance(86_400_000); // the day in which you can ask for corrections
await requester.projects.wait(id);

const spans = exporter.getFinishedSpans();

/** Prints the spans below one, with what their attempts were answered. */
function print(parent: ReadableSpan | undefined, indent = ''): void {
  for (const span of spans) {
    if (span.parentSpanContext?.spanId !== parent?.spanContext().spanId) continue;
    const statuses = span.events.map(({ attributes }) => attributes?.status);
    console.log([indent + span.name, ...statuses].join(' '));
    print(span, `${indent}  `);
  }
}

print(undefined);
