import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { httpFaultSchema } from '../http-fault-schema.ts';
import type { SmsControl } from './sms-control.ts';

const reportKind = z.enum(['delivered', 'failed', 'ndnc', 'rejected', 'blocked']);
const filter = z.strictObject({
  mobile: z.exactOptional(z.string()),
  templateId: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
});
const outcome = z.strictObject({ mobile: z.string(), report: reportKind });
const report = z.strictObject({ requestId: z.string(), mobile: z.string(), report: reportKind });
const refusal = z.strictObject({
  message: z.string(),
  form: z.exactOptional(z.enum(['message', 'msg'])),
  mobile: z.exactOptional(z.string()),
  times: z.exactOptional(z.int().min(1)),
});

/** The same levers as `control`, over HTTP. */
export function installSmsLevers(app: FastifyInstance, control: SmsControl): void {
  app.setErrorHandler((error, _request, reply) => {
    const wrongBody = error instanceof z.ZodError;
    return reply
      .code(wrongBody ? 422 : 400)
      .send({ type: 'error', message: wrongBody ? z.prettifyError(error) : 'The request is not valid.' });
  });
  app.get('/_sim/messages', async (request) => control.messages(filter.parse(request.query)));
  app.delete('/_sim/messages', async () => done(() => control.clear()));
  app.post('/_sim/outcomes', async (request) => {
    const { mobile, report: kind } = outcome.parse(request.body);
    return done(() => control.setOutcome(mobile, kind));
  });
  app.post('/_sim/reports', async (request) => {
    const { requestId, mobile, report: kind } = report.parse(request.body);
    return { status: await control.report(requestId, mobile, kind) };
  });
  app.post('/_sim/refusals', async (request) => done(() => control.refuse(refusal.parse(request.body))));
  app.post('/_sim/faults', async (request) => ({
    id: control.addFault(httpFaultSchema.parse(request.body)),
  }));
  app.delete('/_sim/faults', async () => done(() => control.clearFaults()));
}

function done(act: () => void): { ok: true } {
  act();
  return { ok: true };
}
