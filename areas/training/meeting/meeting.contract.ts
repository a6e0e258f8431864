// The meeting room of our own: entering it, the beat of everybody who is in it, and what its hosts do.
import { command, nothing } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { reference } from '../response/response.contract.ts';
import { parts } from './room-rules.ts';

const own = { module: m.trainingByTrainers, scope: 'own', write: false } as const;
const connection = { connectionId: uuidSchema };
const flags = { mic: z.boolean(), cam: z.boolean(), hand: z.boolean(), screen: z.boolean() };
const part = z.enum(parts);

export const meetingContract = {
  enter: command({
    ...own,
    name: 'meeting.enter',
    summary: 'Enter the room that an own reference opens; who had not answered accepts by it.',
    input: z.strictObject({
      referenceID: reference,
      /** The connection that this one follows: the page was loaded again. */
      instead: uuidSchema.nullable(),
    }),
    output: z.object({
      ...connection,
      title: z.string(),
      part,
      layout: z.enum(['MEETING', 'LECTURE']),
      leads: z.boolean(),
      sends: z.boolean(),
      ice: z.array(
        z.object({
          urls: z.array(z.string()),
          username: z.string().optional(),
          credential: z.string().optional(),
        }),
      ),
    }),
  }),
  beat: command({
    ...own,
    name: 'meeting.beat',
    summary: 'I am still here, with what I send; answers who else is, and what waits for me.',
    input: z.strictObject({
      ...connection,
      ...flags,
      /** Ids of what the last answer brought. */
      got: z.array(uuidSchema).max(500),
      signals: z
        .array(z.strictObject({ id: uuidSchema, to: uuidSchema, body: z.string().max(20_000) }))
        .max(200),
      chat: z
        .array(
          z.strictObject({
            id: uuidSchema,
            text: z.string().trim().min(1, 'Write something').max(500, 'At most 500 characters'),
          }),
        )
        .max(5),
    }),
    output: z.object({
      peers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          part,
          sends: z.boolean(),
          leads: z.boolean(),
          ...flags,
        }),
      ),
      inbox: z.array(
        z.object({
          id: z.string(),
          from: z.string(),
          name: z.string(),
          kind: z.enum(['SIGNAL', 'CHAT', 'MUTE']),
          body: z.string(),
        }),
      ),
      startsAt: z.string(),
      endsAt: z.string(),
      /** One of the cameras that a room carries is free for the caller. */
      mayFilm: z.boolean(),
      /** The caller's own time in what was held so far; null for who has no seat. */
      there: z.object({ attendedS: z.int(), heldS: z.int() }).nullable(),
    }),
  }),
  leave: command({
    ...own,
    name: 'meeting.leave',
    summary: 'Leave the room.',
    input: z.strictObject(connection),
    output: nothing,
  }),
  mute: command({
    ...own,
    name: 'meeting.mute',
    summary: 'A host switches the microphone of somebody off.',
    input: z.strictObject({ ...connection, peerId: uuidSchema }),
    output: nothing,
  }),
  remove: command({
    ...own,
    name: 'meeting.remove',
    summary: 'A host removes somebody from the room for the rest of the session.',
    input: z.strictObject({ ...connection, peerId: uuidSchema }),
    output: nothing,
  }),
  extend: command({
    ...own,
    name: 'meeting.extend',
    summary: 'A host moves the end of the session by 15 or 30 minutes.',
    input: z.strictObject({ ...connection, minutes: z.union([z.literal(15), z.literal(30)]) }),
    output: z.object({ endsAt: z.string() }),
  }),
  end: command({
    ...own,
    name: 'meeting.end',
    summary: 'A host ends the session for everybody.',
    input: z.strictObject(connection),
    output: nothing,
  }),
};
