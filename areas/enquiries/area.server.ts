import { serve } from '@aangan/server/endpoint/handle.ts';
import { reallocateJob } from './allocation/reallocation-job.server.ts';
import { registerAllocationHistory } from './allocation/rule-history.server.ts';
import { allocateWaitingJob } from './allocation/waiting-leads.server.ts';
import { appointmentWatch } from './appointments/appointment-watch.server.ts';
import { enquiries } from './area.ts';
import { b2sExports } from './b2s/b2s-files.server.ts';
import { refreshJob } from './b2s/b2s-refresh.server.ts';
import { tallyJob } from './dashboard/enquiry-tally.server.ts';
import { enquiryRecipients } from './enquiry/enquiry-recipients.server.ts';
import { enquirySearch } from './enquiry/find-enquiries.server.ts';
import { enquiriesByIds } from './enquiry/offered.server.ts';
import { enquiryWork } from './enquiry/open-work.server.ts';
import { enquiryEffects } from './enquiry/suspension.server.ts';
import { retentionJob, retentionNotice } from './erase/retention.server.ts';
import { registerEnquiryHistory } from './follow-up/enquiry-history.server.ts';
import { planJob } from './follow-up/plan-dates.server.ts';
import { rollDay } from './follow-up/roll-day.server.ts';
import { enquiryHomeCards } from './home-cards.server.ts';
import { leadInbox } from './intake/consume-leads.server.ts';
import { intakeJobs } from './intake/intake-jobs.server.ts';
import { leadWebhooks, WHATSAPP_INBOX } from './intake/lead-webhooks.server.ts';
import { leakNotice } from './leaks/leak-notice.server.ts';
import { duplicateScanJob } from './merge/duplicate-scan.server.ts';
import { enquiryExport } from './pipeline/export-enquiries.server.ts';
import { applyConfirmation, NUMBER_CONFIRMED } from './public-form/confirm-number.server.ts';
import { consumeSubmission, PUBLIC_FORM } from './public-form/public-enquiry.server.ts';
import { slaTickJob } from './sla/sla-tick.server.ts';
import { applyBooking, applyCancel } from './visit-slots/apply-booking.server.ts';
import { APPLY_VISIT, CANCEL_VISIT } from './visit-slots/choose-slot.server.ts';
import { visitCalendarEndpoint } from './visit-slots/visit-calendar.server.ts';
import { consumeWhatsApp } from './waid/consume-messages.server.ts';
import { watchViewsJob } from './watch/watch-views.server.ts';

registerEnquiryHistory();
registerAllocationHistory();

export const enquiriesServer = serve(
  enquiries,
  [
    await import('./allocation/allocation-rule.server.ts'),
    await import('./allocation/covers.server.ts'),
    await import('./allocation/lead-allocation.commands.server.ts'),
    await import('./allocation/lead-allocation.queries.server.ts'),
    await import('./allocation/lead-reallocation.queries.server.ts'),
    await import('./allocation/reallocation.server.ts'),
    await import('./allocation/roster.server.ts'),
    await import('./allocation/rule-simulation.server.ts'),
    await import('./allocation/speakers.server.ts'),
    await import('./appointments/appointments.server.ts'),
    await import('./b2s/b2s-board.server.ts'),
    await import('./b2s/b2s-configure.server.ts'),
    await import('./b2s/b2s-files.server.ts'),
    await import('./b2s/b2s-members.server.ts'),
    await import('./b2s/season-rehearsal.server.ts'),
    await import('./calls/call.listing.server.ts'),
    await import('./calls/start-call.server.ts'),
    await import('./dashboard/board.server.ts'),
    await import('./dashboard/money-funnel.server.ts'),
    await import('./embed/embed-hosts.server.ts'),
    await import('./enquiry/enquiry-choices.server.ts'),
    await import('./enquiry/enquiry-detail.server.ts'),
    await import('./enquiry/enquiry-figures.server.ts'),
    await import('./enquiry/enquiry.commands.server.ts'),
    await import('./enquiry/enquiry.queries.server.ts'),
    await import('./enquiry/log-follow-up.server.ts'),
    await import('./enquiry/referrer.server.ts'),
    await import('./enquiry/serving.server.ts'),
    await import('./erase/erase-enquiry.server.ts'),
    await import('./families/join-families.server.ts'),
    await import('./families/which-child.server.ts'),
    await import('./follow-up/calendar.server.ts'),
    await import('./follow-up/claim.server.ts'),
    await import('./follow-up/closed-enquiries.server.ts'),
    await import('./follow-up/enquiry-work.server.ts'),
    await import('./follow-up/plan-dates.server.ts'),
    await import('./follow-up/proposals.server.ts'),
    await import('./follow-up/queue.server.ts'),
    await import('./follow-up/void-follow-up.server.ts'),
    await import('./intake/lead-channel.server.ts'),
    await import('./intake/lead-intake.commands.server.ts'),
    await import('./intake/lead-intake.queries.server.ts'),
    await import('./intake/lead-mapping.server.ts'),
    await import('./intake/reconcile-google.server.ts'),
    await import('./known-elsewhere/known-elsewhere.server.ts'),
    await import('./leaks/leaks.server.ts'),
    await import('./live/news.server.ts'),
    await import('./merge/compare.server.ts'),
    await import('./merge/duplicates.server.ts'),
    await import('./merge/merge-enquiries.server.ts'),
    await import('./merge/undo-merge.server.ts'),
    await import('./messages/bulk-message.server.ts'),
    await import('./messages/message-batch.server.ts'),
    await import('./pipeline/board.server.ts'),
    await import('./pipeline/export-enquiries.server.ts'),
    await import('./pipeline/many-enquiries.server.ts'),
    await import('./pipeline/move-centre.server.ts'),
    await import('./pipeline/reveal-contact.server.ts'),
    await import('./pipeline/take-step.server.ts'),
    await import('./public-form/confirm-number.server.ts'),
    await import('./public-form/nearby-centres.server.ts'),
    await import('./public-form/proof.server.ts'),
    await import('./public-form/public-enquiry.server.ts'),
    await import('./qr/enquiry-qr.server.ts'),
    await import('./qr/print-code.server.ts'),
    await import('./seats/class-seats.server.ts'),
    await import('./settings/enquiry-setting.server.ts'),
    await import('./settings/stage-commands.server.ts'),
    await import('./settings/stage-queries.server.ts'),
    await import('./sheet/enquiry-sheet.server.ts'),
    await import('./sla/first-answer-settings.server.ts'),
    await import('./upload/enquiry-import.server.ts'),
    await import('./upload/enquiry-upload.listing.server.ts'),
    await import('./visit-slots/choose-slot.server.ts'),
    await import('./waid/waid.listing.server.ts'),
    await import('./waid/waid.server.ts'),
  ],
  {
    search: [enquirySearch],
    exports: { 'enquiry.export': enquiryExport, ...b2sExports },
    homeCards: enquiryHomeCards,
    openWork: [enquiryWork],
    suspensionEffects: enquiryEffects,
    inbox: { [PUBLIC_FORM]: consumeSubmission, ...leadInbox, [WHATSAPP_INBOX]: consumeWhatsApp },
    outbox: {
      [APPLY_VISIT]: applyBooking,
      [CANCEL_VISIT]: applyCancel,
      [NUMBER_CONFIRMED]: applyConfirmation,
    },
    rawEndpoints: [...leadWebhooks, visitCalendarEndpoint],
    jobs: [
      ...intakeJobs,
      tallyJob,
      refreshJob,
      appointmentWatch,
      rollDay,
      planJob,
      duplicateScanJob,
      slaTickJob,
      allocateWaitingJob,
      watchViewsJob,
      leakNotice,
      reallocateJob,
      retentionNotice,
      retentionJob,
    ],
    recipients: {
      enquiryId: (db, ids, franchiseeId) => enquiryRecipients(db, ids, franchiseeId, 'enquiry'),
      householdId: (db, ids, franchiseeId) => enquiryRecipients(db, ids, franchiseeId, 'household'),
    },
    describe: {
      ENQUIRY: async (db, id) => {
        const found = (await enquiriesByIds(db, [id])).get(id);
        return found
          ? { label: `${found.childName} · ${found.enquiryCode}`, link: `/forms/edit/${found.enquiryCode}` }
          : null;
      },
    },
  },
);
