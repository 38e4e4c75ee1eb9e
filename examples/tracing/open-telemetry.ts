import { context, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Hooks } from 'translation-requester';

/** Hooks that make a span of each call, with its attempts as events. What makes several calls is the span above theirs. */
export function makeSpans(tracer: Tracer): Hooks {
  const spans = new Map<number, Span>();
  return {
    onStart({ call, operation, parent }) {
      const above = spans.get(parent ?? 0);
      const where = above === undefined ? context.active() : trace.setSpan(context.active(), above);
      spans.set(call, tracer.startSpan(operation, {}, where));
    },
    onResponse({ call, method, path, address, attempt, status = 0, requestId = '', duration }) {
      const facts = { method, path, address, attempt, status, requestId, duration };
      spans.get(call)?.addEvent('attempt', facts);
    },
    onEnd({ call, error }) {
      const span = spans.get(call);
      spans.delete(call);
      if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span?.end();
    },
  };
}
