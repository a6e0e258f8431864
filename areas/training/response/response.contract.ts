// The specification's fixed calls (7) and what stands around them. They carry no If-Match: an answer given twice changes nothing.
import { command, nothing, pageOf, query } from '@aangan/contract/endpoint.ts';
import { choice, email, longText, phone, text, uuidSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';

const id = { id: uuidSchema };
export const reference = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'Open the meeting again from Trainings');
const times = { fromDate: z.string(), toDate: z.string(), fromTime: z.string(), toTime: z.string() };

const invitation = z.object({
  ...id,
  code: z.string(),
  title: z.string(),
  ...times,
  mode: z.enum(['ONLINE', 'CLASSROOM', 'HYBRID']),
  venue: z.string().nullable(),
  trainers: z.string().nullable(),
  response: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']),
  seat: z.enum(['SEATED', 'WAITLISTED', 'RELEASED']),
  queueNo: z.int().nullable(),
  reason: z.string().nullable(),
  can: z.object({ accept: z.boolean(), decline: z.boolean(), feedback: z.boolean() }),
});

export const meetingInfoContract = {
  info: query({
    module: '@signed-in',
    scope: 'own',
    name: 'online-meeting.meeting-info',
    summary: 'Trainings of today that concern the caller, in the specification’s shape.',
    path: '/api/online-meeting/meeting-info',
    input: nothing,
    output: z.array(
      z.object({
        ...id,
        trainingName: z.string(),
        mode: z.string(),
        status: z.string(),
        ...times,
        teacherEnrollment: z.array(z.object({ teacherUserID: z.string(), response: z.string() })),
        trainingOnlineMeetings: z.array(z.object({ ...id, trainingID: uuidSchema })),
        can: z.object({
          register: z.boolean(),
          accept: z.boolean(),
          reject: z.boolean(),
          join: z.boolean(),
          feedback: z.boolean(),
        }),
      }),
    ),
  }),
  mine: query({
    module: m.trainingByTrainers,
    scope: 'own',
    name: 'teacher-training.mine',
    summary:
      'Trainings the caller is registered for, how they answered, and meetings that may be entered now.',
    input: nothing,
    output: z.object({
      invitations: z.array(invitation),
      meetings: z.array(z.object({ ...id, trainingId: z.string() })),
    }),
  }),
  coming: query({
    module: m.trainingByTrainers,
    scope: 'own',
    name: 'teacher-training.coming',
    summary: 'Trainings to come for which the caller has a seat or waits, the next one first.',
    input: z.strictObject({
      view: z.literal('COMING').optional(),
      limit: z.coerce.number().int().optional(),
    }),
    output: pageOf(invitation),
  }),
  url: query({
    module: m.trainingByTrainers,
    scope: 'own',
    name: 'teacher-training.get-url',
    summary: 'The caller’s own reference of a meeting, from a quarter of an hour before it.',
    path: '/api/teacher-training/get-url',
    input: z.strictObject({ meetingID: z.string().max(40) }),
    output: z.object({ referenceID: z.string() }),
  }),
  respond: command({
    module: m.trainingByTrainers,
    scope: 'own',
    write: true,
    method: 'PUT',
    name: 'teacher-training.update-response',
    summary: 'Accept or decline an own invitation to a training.',
    path: '/api/teacher-training/update-response/:trainingID',
    input: {
      trainingID: uuidSchema,
      teacherUserID: z.string().max(40),
      response: z.enum(['ACCEPTED', 'DECLINED']),
      source: z.enum(['BANNER', 'SCREEN']).default('BANNER'),
    },
    fields: { reason: longText({ label: 'Reason', max: 300, optional: true }) },
    output: z.object({
      teacherUserID: z.string(),
      response: z.enum(['ACCEPTED', 'DECLINED']),
      seat: z.enum(['SEATED', 'WAITLISTED', 'RELEASED']),
    }),
  }),
  meeting: query({
    module: m.trainingByTrainers,
    scope: 'own',
    name: 'teacher-training.meeting',
    summary: 'The meeting that an own reference opens.',
    input: z.strictObject({ referenceID: reference }),
    output: z.object({
      title: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      /** Of another service; null: it is held in a room of our own. */
      url: z.string().nullable(),
      /** In a room of our own: whether the caller is seen and heard there. */
      sends: z.boolean(),
      part: z.string(),
    }),
  }),
  join: command({
    module: m.trainingByTrainers,
    scope: 'own',
    write: false,
    name: 'teacher-training.join',
    summary: 'Note that the caller goes to a meeting: who had not answered accepts by it.',
    input: z.strictObject({ referenceID: reference }),
    output: nothing,
  }),
};

const change = { module: m.trainingByTrainersCreate, scope: 'network', write: true } as const;
export const guestContract = {
  add: command({
    ...change,
    name: 'training-guest.add',
    summary: 'Add a trainer from outside, who answers by a link.',
    input: id,
    fields: {
      name: { ...text({ label: 'Name', max: 80 }), schema: personName(80) },
      kind: choice({ label: 'Part', options: { Expert: 'Expert', Moderator: 'Moderator' } }),
      mobile: phone({ label: 'Mobile' }),
      email: email({ label: 'E-mail', optional: true }),
    },
    output: z.object(id),
  }),
  remove: command({
    ...change,
    name: 'training-guest.remove',
    summary: 'Take a trainer from outside out of a training; the link no longer works.',
    input: z.strictObject(id),
    output: nothing,
  }),
  send: command({
    ...change,
    name: 'training-guest.send',
    summary: 'Send the link to a trainer from outside again.',
    input: z.strictObject(id),
    output: nothing,
  }),
  list: query({
    module: m.trainingByTrainersCreate,
    scope: 'network',
    name: 'training-guest.list',
    summary: 'Trainers from outside of one training, and how they answered.',
    input: z.strictObject(id),
    output: z.array(
      z.object({
        ...id,
        name: z.string(),
        kind: z.string(),
        mobile: z.string(),
        response: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']),
        reason: z.string().nullable(),
      }),
    ),
  }),
};

const byLink = { module: m.publicTraining, scope: 'link', purposes: ['training.invite'] } as const;
export const inviteContract = {
  open: query({
    ...byLink,
    name: 'training-invite.open',
    summary: 'What the link of a trainer from outside shows.',
    input: nothing,
    output: z.object({
      name: z.string(),
      part: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      organizer: z.string().nullable(),
      mode: z.enum(['ONLINE', 'CLASSROOM', 'HYBRID']),
      venue: z.string().nullable(),
      ...times,
      status: z.enum(['ACTIVE', 'IN PROGRESS', 'COMPLETED', 'CANCELLED']),
      response: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']),
      can: z.object({ accept: z.boolean(), decline: z.boolean() }),
      /** From a quarter of an hour before a session until its end. */
      joinUrl: z.string().nullable(),
      meetsOnline: z.boolean(),
    }),
  }),
  answer: command({
    ...byLink,
    write: true,
    name: 'training-invite.answer',
    summary: 'Accept or decline by the link of a trainer from outside.',
    input: z.strictObject({
      response: z.enum(['ACCEPTED', 'DECLINED']),
      reason: z.string().trim().max(300, 'At most 300 characters').nullable().optional(),
    }),
    output: nothing,
  }),
};
