import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';

const byLink = { module: m.publicOnlineClass, scope: 'link', purposes: ['online-class.child'] } as const;
export const classLinkContract = {
  view: query({
    ...byLink,
    name: 'online-class-link.open',
    summary: 'What a child’s link shows: when the class is, and whether the child may come in.',
    input: nothing,
    output: z.object({
      child: z.string(),
      title: z.string(),
      subject: z.string().nullable(),
      sections: z.string().nullable(),
      host: z.string().nullable(),
      startsAt: z.string(),
      endsAt: z.string(),
      opensAt: z.string(),
      step: z.enum(['EARLY', 'KNOCK', 'LOBBY', 'IN', 'OVER']),
    }),
  }),
  knock: command({
    ...byLink,
    write: true,
    name: 'online-class-link.knock',
    summary: 'Wait in the lobby of a class.',
    input: nothing,
    output: nothing,
  }),
  join: command({
    ...byLink,
    write: true,
    name: 'online-class-link.join',
    summary: 'Go into a class; the address of the meeting is given only now.',
    input: nothing,
    output: z.object({ url: z.string() }),
  }),
};
