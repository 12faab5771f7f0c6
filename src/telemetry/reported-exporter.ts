import type { SpanExporter } from '@opentelemetry/sdk-trace-base';

type Log = { warn(details: object, message: string): void };

/** `ExportResultCode.SUCCESS` of the SDK. */
const SUCCESS = 0;

/** An exporter that logs once that its spans do not arrive, and once that they arrive again. */
export function reported(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== SUCCESS;
        if (hasFailed && !isFailing) log.warn({ reason: result.error?.message }, 'traces do not reach their collector');
        if (!hasFailed && isFailing) log.warn({}, 'traces reach their collector again');
        isFailing = hasFailed;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
