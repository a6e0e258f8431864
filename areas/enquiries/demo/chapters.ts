import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeEnquiries } from './enquiries.ts';
import { writeEnquiryAllocation } from './enquiry-allocation.ts';
import { writeB2s, writeEnquiryBoards } from './enquiry-boards.ts';
import { writeLeakNotices } from './enquiry-leaks.ts';
import { writeEnquiryMessages } from './enquiry-messages.ts';
import { writeEnquiryPipeline } from './enquiry-pipeline.ts';
import { writeEnquiryPrivacy } from './enquiry-privacy.ts';
import { writeEnquiryTexts } from './enquiry-texts.ts';
import { writeEnquiryUploads } from './enquiry-uploads.ts';
import { writeEnquiryWork } from './enquiry-work.ts';
import { writeFilledBlanks } from './filled-blanks.ts';
import { writeLeadIntake } from './lead-intake.ts';
import { tickFirstAnswers, writeMissedCalls } from './missed-calls.ts';
import { writeHandedOver, writeSpeakers } from './speakers.ts';
import { writeWhatsAppContacts } from './whatsapp-contacts.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'enquiries',
      after: ['network.centre-master'],
      write: ({ client, clock, families }) => writeEnquiries(client, families, clock),
    },
    { name: 'pipeline', write: ({ client, today }) => writeEnquiryPipeline(client, today) },
    { name: 'allocation', write: ({ client, clock }) => writeEnquiryAllocation(client, clock) },
    { name: 'speakers', write: ({ client }) => writeSpeakers(client) },
    { name: 'work', write: ({ client, today }) => writeEnquiryWork(client, today) },
    { name: 'messages', write: ({ client, today }) => writeEnquiryMessages(client, today) },
    { name: 'texts', write: ({ client }) => writeEnquiryTexts(client) },
    { name: 'uploads', write: ({ client, today }) => writeEnquiryUploads(client, today) },
    { name: 'intake', write: ({ client, clock }) => writeLeadIntake(client, clock) },
    { name: 'whatsapp-contacts', write: ({ client, today }) => writeWhatsAppContacts(client, today) },
    {
      name: 'privacy',
      after: ['admissions.registrations', 'communication.conversations'],
      write: ({ client, clock }) => writeEnquiryPrivacy(client, clock),
    },
    { name: 'boards', write: ({ client, today }) => writeEnquiryBoards(client, today) },
  ],
  work: [
    {
      name: 'missed-calls',
      write: ({ client, clock, database }) => writeMissedCalls(client, database, clock),
    },
    { name: 'handed-over', write: ({ client, clock, database }) => writeHandedOver(client, database, clock) },
    {
      name: 'filled-blanks',
      write: ({ client, clock, database }) => writeFilledBlanks(client, database, clock),
    },
    { name: 'first-answers', write: ({ clock, database }) => tickFirstAnswers(database, clock) },
    {
      name: 'b2s',
      after: ['students.promotions'],
      write: ({ client, database, today }) => writeB2s(client, database, today),
    },
    { name: 'leaks', write: ({ client, database, today }) => writeLeakNotices(client, database, today) },
  ],
};
