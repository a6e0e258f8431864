import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Agenda } from '../agenda.ts';
import { HttpFaults } from '../http-faults.ts';
import { asJsonObject, asText, type JsonObject } from '../json.ts';
import { listenOn } from '../listen.ts';
import { MessageBox } from '../message-box.ts';
import { Seeded } from '../seeded.ts';
import type { SmsControl, SmsRefusal } from './sms-control.ts';
import { installSmsLevers } from './sms-levers.ts';
import { fillTemplate, type SmsMessage, type SmsReport } from './sms-message.ts';
import { OtpCodes } from './sms-otp.ts';
import { sendReport } from './sms-report.ts';

export type SmsSimulatorOptions = {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  authKey: string;
  /** Template id to its text with ##name## places. When given, other template ids are refused. */
  templates?: Record<string, string>;
  /** Where delivery reports are posted; without it none are sent. */
  reportUrl?: string;
  /** Reports go out so long after acceptance (simulated clock); null = only by `report`. Default 100. */
  reportAfterMs?: number | null;
  seed?: string | number;
};

export type SmsSimulator = { url: string; control: SmsControl; close(): Promise<void> };

type Desk = {
  options: SmsSimulatorOptions;
  box: MessageBox<SmsMessage>;
  agenda: Agenda;
  seeded: Seeded;
  otp: OtpCodes;
  refusals: Array<SmsRefusal & { left: number }>;
};

/** Starts an SMS service with the shape of MSG91's flow and OTP interface. It keeps messages and sends none. */
export async function startSmsSimulator(options: SmsSimulatorOptions): Promise<SmsSimulator> {
  const agenda = new Agenda();
  const seeded = new Seeded(options.seed);
  const box = new MessageBox<SmsMessage>();
  const desk: Desk = { options, box, agenda, seeded, otp: new OtpCodes(seeded, agenda), refusals: [] };
  const faults = new HttpFaults(seeded, () => ({ type: 'error', message: 'Something went wrong' }));
  const outcomes = new Map<string, SmsReport>();
  const control = createSmsControl(desk, { faults, outcomes });
  agenda.on('report', (id) => {
    const [requestId = '', mobile = ''] = id.split('|');
    void control.report(requestId, mobile, outcomes.get(mobile) ?? 'delivered');
  });
  const app = Fastify({ forceCloseConnections: true });
  faults.install(app, ['/api/']);
  installSmsRoutes(app, desk);
  installSmsLevers(app, control);
  const url = await listenOn(app, options);
  agenda.start();
  return {
    url,
    control,
    close: async () => {
      agenda.stop();
      await app.close();
    },
  };
}

function createSmsControl(
  desk: Desk,
  parts: { faults: HttpFaults; outcomes: Map<string, SmsReport> },
): SmsControl {
  const { box, options } = desk;
  return {
    messages: (filter = {}) => structuredClone(box.list((message) => matches(message, filter))),
    waitFor: (wanted, timeoutMs) => box.waitFor(wanted, timeoutMs),
    clear: () => box.clear(),
    setOutcome: (mobile, report) => void parts.outcomes.set(mobile, report),
    report: async (requestId, mobile, report) => {
      for (const message of box.list((each) => each.requestId === requestId && each.mobile === mobile))
        message.report = report;
      return options.reportUrl === undefined
        ? null
        : sendReport(options.reportUrl, { requestId, mobile, report, at: desk.agenda.now() });
    },
    refuse: (refusal) =>
      void desk.refusals.push({ ...refusal, left: refusal.times ?? Number.POSITIVE_INFINITY }),
    addFault: (fault) => parts.faults.add(fault),
    clearFaults: () => {
      parts.faults.clear();
      desk.refusals.length = 0;
    },
    currentOtp: (mobile) => desk.otp.current(mobile),
    advance: (ms) => desk.agenda.advance(ms),
  };
}

function matches(
  message: SmsMessage,
  filter: { mobile?: string; templateId?: string; requestId?: string },
): boolean {
  return (
    (filter.mobile === undefined || message.mobile === filter.mobile) &&
    (filter.templateId === undefined || message.templateId === filter.templateId) &&
    (filter.requestId === undefined || message.requestId === filter.requestId)
  );
}

function installSmsRoutes(app: FastifyInstance, desk: Desk): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const key = request.headers['authkey'] ?? asJsonObject(request.query)['authkey'];
    if (key === desk.options.authKey) return;
    await reply.code(401).send({ status: 'fail', hasError: true, errors: 'Unauthorized', code: '207' });
  });
  app.post('/api/v5/flow', async (request) => sendFlow(desk, asJsonObject(request.body)));
  app.post('/api/v5/flow/', async (request) => sendFlow(desk, asJsonObject(request.body)));
  app.route({
    method: ['GET', 'POST'],
    url: '/api/v5/otp',
    handler: async (request) => sendOtp(desk, request),
  });
  app.get('/api/v5/otp/verify', async (request) => {
    const { mobile, otp } = asJsonObject(request.query);
    return desk.otp.verify(asText(mobile) ?? '', asText(otp) ?? '');
  });
  app.get('/api/v5/otp/retry', async (request) => {
    const mobile = asText(asJsonObject(request.query)['mobile']) ?? '';
    const code = desk.otp.current(mobile);
    if (code === undefined) return refused('No OTP request found to retryotp');
    accept(desk, {
      templateId: 'otp-retry',
      sender: null,
      unicode: false,
      recipients: [{ mobiles: mobile, OTP: code }],
    });
    return { type: 'success', message: 'retry send successfully' };
  });
}

const refused = (message: string): JsonObject => ({ type: 'error', message });

/** Errors come with HTTP 200: callers must read the body. */
function sendFlow(desk: Desk, body: JsonObject): JsonObject {
  const templateId = asText(body['template_id'] ?? body['flow_id']) ?? '';
  const given = Array.isArray(body['recipients']) ? body['recipients'].map(asJsonObject) : [];
  const recipients = given.map((one) =>
    Object.fromEntries(Object.entries(one).map(([name, value]) => [name, asText(value) ?? ''])),
  );
  const { templates } = desk.options;
  if (templateId === '' || (templates !== undefined && !(templateId in templates)))
    return refused('Template ID missing or invalid');
  if (recipients.length === 0) return refused('Recipients missing');
  if (recipients.some((one) => !/^\d{10,15}$/.test(one['mobiles'] ?? '')))
    return refused('Invalid mobile number');
  const refusal = desk.refusals.find(
    (each) =>
      each.left > 0 && recipients.some((one) => each.mobile === undefined || each.mobile === one['mobiles']),
  );
  if (refusal !== undefined) {
    refusal.left -= 1;
    return refusal.form === 'msg' ? { msg_type: 'error', msg: refusal.message } : refused(refusal.message);
  }
  const requestId = accept(desk, {
    templateId,
    sender: asText(body['sender']) ?? null,
    unicode: body['unicode'] === 1,
    recipients,
  });
  return { type: 'success', message: requestId };
}

type Accepted = {
  templateId: string;
  sender: string | null;
  unicode: boolean;
  recipients: Array<Record<string, string>>;
};

function accept(desk: Desk, batch: Accepted): string {
  const requestId = desk.seeded.hex('sms', 24);
  const { templateId, sender, unicode } = batch;
  const template = desk.options.templates?.[templateId];
  for (const { mobiles: mobile = '', ...variables } of batch.recipients) {
    const text = template === undefined ? null : fillTemplate(template, variables);
    desk.box.add({
      requestId,
      mobile,
      templateId,
      sender,
      unicode,
      variables,
      text,
      at: new Date(desk.agenda.now()).toISOString(),
      report: null,
    });
    const { reportUrl, reportAfterMs = 100 } = desk.options;
    if (reportUrl !== undefined && reportAfterMs !== null)
      desk.agenda.set(desk.agenda.now() + reportAfterMs, 'report', `${requestId}|${mobile}`);
  }
  return requestId;
}

function sendOtp(desk: Desk, request: FastifyRequest): JsonObject {
  const query = asJsonObject(request.query);
  const mobile = asText(query['mobile']) ?? '';
  const length = Number(query['otp_length'] ?? 4);
  const given = asText(query['otp']);
  if (!/^\d{10,15}$/.test(mobile)) return refused('Invalid mobile number');
  if (!(length >= 4 && length <= 9)) return refused('Invalid OTP length');
  const minutes = Number(query['otp_expiry'] ?? 1440);
  const code = desk.otp.make(mobile, { length, minutes, ...(given === undefined ? {} : { given }) });
  const templateId = asText(query['template_id']) ?? 'otp';
  const requestId = accept(desk, {
    templateId,
    sender: null,
    unicode: false,
    recipients: [{ mobiles: mobile, OTP: code }],
  });
  return { type: 'success', request_id: requestId };
}
