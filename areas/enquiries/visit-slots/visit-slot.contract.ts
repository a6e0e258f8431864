// A family chooses the half-hour of its visit: after the form, or by the link of a message.
import { command, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

const fid = z.int().min(1).max(2147483647);
const at = z.iso.datetime({ offset: true });
const afterForm = { module: enquiryModules.publicEnquiryForm, scope: 'link', publicCentre: 'fid' } as const;
const byLink = {
  module: enquiryModules.publicEnquiryForm,
  scope: 'link',
  purposes: ['enquiry.visit'],
} as const;

const place = {
  centreName: z.string(),
  phone: z.string().nullable(),
  mapUrl: z.string().nullable(),
  /** '09:30' to '18:30' of today's hours; null = not known. */
  hours: z.object({ from: z.string(), to: z.string() }).nullable(),
  days: z.array(z.object({ day: z.string(), times: z.array(z.string()) })),
};

export const visitSlotContract = {
  slots: query({
    ...afterForm,
    name: 'visit-slot.list',
    summary: "A centre's free half-hours of the next two weeks.",
    input: z.strictObject({ fid }),
    output: z.object(place),
  }),
  // The answer depends on the time alone: it never tells whether the family is known.
  claim: command({
    ...afterForm,
    write: true,
    name: 'visit-slot.claim',
    summary: 'Choose the half-hour of a visit after sending the form; choosing again moves it.',
    input: z.strictObject({ fid, submissionId: z.uuid('Reload the page and send again'), at }),
    output: z.object({ at: z.string() }),
  }),
  open: query({
    ...byLink,
    name: 'visit-slot.open',
    summary: "What a family's visit link shows: its visit and the free half-hours.",
    input: z.strictObject({}),
    output: z.object({
      ...place,
      visit: z.object({ at: z.string() }).nullable(),
      /** False: the visit is behind them, so the centre is called instead. */
      mayChoose: z.boolean(),
    }),
  }),
  choose: command({
    ...byLink,
    write: true,
    name: 'visit-slot.choose',
    summary: 'Choose or move the visit by the link of a message.',
    input: z.strictObject({ at }),
    output: z.object({ at: z.string() }),
  }),
  cancel: command({
    ...byLink,
    write: true,
    name: 'visit-slot.cancel',
    summary: 'Call the visit off by the link of a message.',
    input: z.strictObject({}),
    output: z.object({}),
  }),
};
