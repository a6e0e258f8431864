import { serve } from '@aangan/server/endpoint/handle.ts';
import {
  getRule,
  listRules,
  removeRule,
  reorderRules,
  ruleChoices,
  saveRule,
} from './allocation/allocation-rule.server.ts';
import { addCover, endCover, listCovers } from './allocation/covers.server.ts';
import { assignEnquiries, runRulesAgain, undoRun } from './allocation/lead-allocation.commands.server.ts';
import {
  allocationLog,
  allocationQueue,
  allocationSummary,
  allocationWhy,
} from './allocation/lead-allocation.queries.server.ts';
import {
  reallocationBatch,
  reallocationBatches,
  reallocationList,
} from './allocation/lead-reallocation.queries.server.ts';
import {
  cancelMove,
  previewMove,
  reallocationPeople,
  startMove,
  undoMove,
} from './allocation/reallocation.server.ts';
import { reallocateJob } from './allocation/reallocation-job.server.ts';
import { allocationRoster } from './allocation/roster.server.ts';
import { registerAllocationHistory } from './allocation/rule-history.server.ts';
import { simulateRule, whichRule } from './allocation/rule-simulation.server.ts';
import { saveLanguages } from './allocation/speakers.server.ts';
import { allocateWaitingJob } from './allocation/waiting-leads.server.ts';
import { appointmentWatch } from './appointments/appointment-watch.server.ts';
import { confirmAppointment, listAppointments, noShow } from './appointments/appointments.server.ts';
import { enquiries } from './area.ts';
import { b2sDashboard, listSeasons } from './b2s/b2s-board.server.ts';
import {
  activate,
  closeSeason,
  configuration,
  configure,
  rehearse,
  saveTargets,
} from './b2s/b2s-configure.server.ts';
import { b2sExports, listFiles, prepareFile, rerunFile } from './b2s/b2s-files.server.ts';
import { listMembers } from './b2s/b2s-members.server.ts';
import { refreshJob } from './b2s/b2s-refresh.server.ts';
import { forecast } from './b2s/season-rehearsal.server.ts';
import { callLog } from './calls/call-log.server.ts';
import { startCall } from './calls/start-call.server.ts';
import { dashboard } from './dashboard/board.server.ts';
import { tallyJob } from './dashboard/enquiry-tally.server.ts';
import { moneyChildren, moneyFunnel } from './dashboard/money-funnel.server.ts';
import { getEmbedHosts, saveEmbedHosts } from './embed/embed-hosts.server.ts';
import { capture, updateEnquiry } from './enquiry/enquiry.commands.server.ts';
import { followUpList, listEnquiries } from './enquiry/enquiry.queries.server.ts';
import { choices } from './enquiry/enquiry-choices.server.ts';
import { familyAt, getEnquiry } from './enquiry/enquiry-detail.server.ts';
import { countEnquiries, followUpBuckets } from './enquiry/enquiry-figures.server.ts';
import { enquiryRecipients } from './enquiry/enquiry-recipients.server.ts';
import { enquirySearch } from './enquiry/find-enquiries.server.ts';
import { logFollowUp } from './enquiry/log-follow-up.server.ts';
import { enquiriesByIds } from './enquiry/offered.server.ts';
import { enquiryWork } from './enquiry/open-work.server.ts';
import { referrers } from './enquiry/referrer.server.ts';
import { serving } from './enquiry/serving.server.ts';
import { enquiryEffects } from './enquiry/suspension.server.ts';
import { eraseEnquiry, erasePreview } from './erase/erase-enquiry.server.ts';
import { retentionJob, retentionNotice } from './erase/retention.server.ts';
import { joinFamilies, listJoins, undoJoin } from './families/join-families.server.ts';
import { whichChild } from './families/which-child.server.ts';
import { followUpCalendar } from './follow-up/calendar.server.ts';
import { claimFollowUp, pauseFollowUp } from './follow-up/claim.server.ts';
import { closedEnquiries } from './follow-up/closed-enquiries.server.ts';
import { registerEnquiryHistory } from './follow-up/enquiry-history.server.ts';
import { enquiryConsents, enquiryMessages, sendEnquiryMessage } from './follow-up/enquiry-work.server.ts';
import { planFollowUps, planJob, previewPlan } from './follow-up/plan-dates.server.ts';
import { dismissProposal, listProposals } from './follow-up/proposals.server.ts';
import { followUpQueue } from './follow-up/queue.server.ts';
import { rollDay } from './follow-up/roll-day.server.ts';
import { voidFollowUp } from './follow-up/void-follow-up.server.ts';
import { enquiryHomeCards } from './home-cards.server.ts';
import { leadInbox } from './intake/fold-leads.server.ts';
import { intakeJobs } from './intake/intake-jobs.server.ts';
import { createChannel, listChannels, pauseChannel, rotateSecret } from './intake/lead-channel.server.ts';
import { leadDoors, WHATSAPP_INBOX } from './intake/lead-doors.server.ts';
import { assignLeads, ignoreLeads, replayLeads } from './intake/lead-intake.commands.server.ts';
import { listLeads, rawLead } from './intake/lead-intake.queries.server.ts';
import { listMappings, mappingChoices, removeMapping, saveMapping } from './intake/lead-mapping.server.ts';
import { reconcileGoogle } from './intake/reconcile-google.server.ts';
import { askConnection, lookElsewhere } from './known-elsewhere/known-elsewhere.server.ts';
import { leakNotice } from './leaks/leak-notice.server.ts';
import { followUpLeaks } from './leaks/leaks.server.ts';
import { enquiryNews } from './live/news.server.ts';
import { compare } from './merge/compare.server.ts';
import { duplicateScanJob } from './merge/duplicate-scan.server.ts';
import { listDuplicates } from './merge/duplicates.server.ts';
import { mergeEnquiries } from './merge/merge-enquiries.server.ts';
import { notDuplicate, undoMerge } from './merge/undo-merge.server.ts';
import { cancelMany, messageTemplates, previewMany, sendMany } from './messages/bulk-message.server.ts';
import { messageBatches, messageItems } from './messages/message-batches.server.ts';
import { sendMessagesJob } from './messages/message-job.server.ts';
import { board } from './pipeline/board.server.ts';
import { enquiryExport, exportEnquiries } from './pipeline/export-enquiries.server.ts';
import { closeMany, planMany } from './pipeline/many-enquiries.server.ts';
import { handOver, moveCentre } from './pipeline/move-centre.server.ts';
import { revealContact } from './pipeline/reveal-contact.server.ts';
import { moveStage } from './pipeline/take-step.server.ts';
import {
  applyConfirmation,
  NUMBER_CONFIRMED,
  sendNumberCode,
  verifyNumber,
} from './public-form/confirm-number.server.ts';
import { nearbyCentres } from './public-form/nearby-centres.server.ts';
import { askProof } from './public-form/proof.server.ts';
import {
  foldSubmission,
  formSeen,
  PUBLIC_FORM,
  publicForm,
  submitPublicForm,
} from './public-form/public-enquiry.server.ts';
import { createCode, listCodes, setCodeActive } from './qr/enquiry-qr.server.ts';
import { printCode } from './qr/print-code.server.ts';
import { classSeats } from './seats/class-seats.server.ts';
import {
  followNetwork,
  getEnquirySetting,
  saveCadence,
  saveLimits,
  savePrivacy,
  saveProgrammes,
  savePublicForm,
} from './settings/enquiry-setting.server.ts';
import { addStage, changeStage, orderStages } from './settings/stage-commands.server.ts';
import { stageOverview, stageUsage } from './settings/stage-queries.server.ts';
import { printSheet } from './sheet/enquiry-sheet.server.ts';
import { firstAnswerSettings, saveFirstAnswer } from './sla/first-answer-settings.server.ts';
import { slaTickJob } from './sla/sla-tick.server.ts';
import { checkUpload, mendUpload, uploadHeadings } from './upload/check-upload.server.ts';
import { commitUpload, uploadTemplate } from './upload/enquiry-upload.server.ts';
import { cancelUpload, faultyRows, listUploads, uploadRows } from './upload/upload-history.server.ts';
import { saveUploadJob } from './upload/upload-job.server.ts';
import { applyBooking, applyCancel } from './visit-slots/apply-booking.server.ts';
import {
  APPLY_VISIT,
  CANCEL_VISIT,
  cancelVisit,
  chooseSlot,
  claimSlot,
  listSlots,
  openVisit,
} from './visit-slots/choose-slot.server.ts';
import { visitCalendarDoor } from './visit-slots/visit-calendar.server.ts';
import { foldWhatsApp } from './waid/fold-messages.server.ts';
import {
  blockContact,
  createFromContact,
  ignoreContact,
  linkContact,
  listContacts,
  reopenContact,
} from './waid/waid.server.ts';
import { watchViewsJob } from './watch/watch-views.server.ts';

registerEnquiryHistory();
registerAllocationHistory();

export const enquiriesServer = serve(
  enquiries,
  [
    capture,
    referrers,
    serving,
    listEnquiries,
    getEnquiry,
    updateEnquiry,
    moveStage,
    board,
    planMany,
    closeMany,
    exportEnquiries,
    revealContact,
    moveCentre,
    handOver,
    compare,
    listDuplicates,
    mergeEnquiries,
    undoMerge,
    notDuplicate,
    stageOverview,
    stageUsage,
    addStage,
    changeStage,
    orderStages,
    familyAt,
    choices,
    dashboard,
    countEnquiries,
    followUpList,
    followUpBuckets,
    logFollowUp,
    followUpQueue,
    claimFollowUp,
    pauseFollowUp,
    voidFollowUp,
    followUpCalendar,
    closedEnquiries,
    previewPlan,
    planFollowUps,
    listProposals,
    dismissProposal,
    callLog,
    startCall,
    listAppointments,
    confirmAppointment,
    noShow,
    enquiryMessages,
    sendEnquiryMessage,
    enquiryConsents,
    messageTemplates,
    previewMany,
    sendMany,
    cancelMany,
    messageBatches,
    messageItems,
    classSeats,
    followUpLeaks,
    moneyFunnel,
    moneyChildren,
    listSlots,
    claimSlot,
    openVisit,
    chooseSlot,
    cancelVisit,
    publicForm,
    askProof,
    nearbyCentres,
    submitPublicForm,
    formSeen,
    sendNumberCode,
    verifyNumber,
    checkUpload,
    mendUpload,
    uploadHeadings,
    commitUpload,
    uploadTemplate,
    listUploads,
    uploadRows,
    faultyRows,
    cancelUpload,
    listCodes,
    createCode,
    setCodeActive,
    printCode,
    listLeads,
    rawLead,
    replayLeads,
    assignLeads,
    ignoreLeads,
    reconcileGoogle,
    listChannels,
    createChannel,
    rotateSecret,
    pauseChannel,
    listMappings,
    saveMapping,
    removeMapping,
    mappingChoices,
    listContacts,
    createFromContact,
    linkContact,
    ignoreContact,
    blockContact,
    reopenContact,
    getEmbedHosts,
    saveEmbedHosts,
    listSeasons,
    b2sDashboard,
    listMembers,
    prepareFile,
    listFiles,
    rerunFile,
    configuration,
    rehearse,
    forecast,
    configure,
    saveTargets,
    activate,
    closeSeason,
    allocationSummary,
    allocationQueue,
    allocationRoster,
    allocationLog,
    allocationWhy,
    assignEnquiries,
    runRulesAgain,
    undoRun,
    listCovers,
    addCover,
    endCover,
    saveLanguages,
    reallocationList,
    reallocationPeople,
    previewMove,
    startMove,
    reallocationBatches,
    reallocationBatch,
    cancelMove,
    undoMove,
    listRules,
    getRule,
    ruleChoices,
    saveRule,
    reorderRules,
    removeRule,
    simulateRule,
    whichRule,
    firstAnswerSettings,
    saveFirstAnswer,
    erasePreview,
    eraseEnquiry,
    getEnquirySetting,
    saveCadence,
    saveLimits,
    savePrivacy,
    savePublicForm,
    saveProgrammes,
    followNetwork,
    lookElsewhere,
    askConnection,
    joinFamilies,
    listJoins,
    undoJoin,
    whichChild,
    enquiryNews,
    printSheet,
  ],
  {
    search: [enquirySearch],
    exports: { 'enquiry.export': enquiryExport, ...b2sExports },
    homeCards: enquiryHomeCards,
    openWork: [enquiryWork],
    suspensionEffects: enquiryEffects,
    inbox: { [PUBLIC_FORM]: foldSubmission, ...leadInbox, [WHATSAPP_INBOX]: foldWhatsApp },
    outbox: {
      [APPLY_VISIT]: applyBooking,
      [CANCEL_VISIT]: applyCancel,
      [NUMBER_CONFIRMED]: applyConfirmation,
    },
    doors: [...leadDoors, visitCalendarDoor],
    jobs: [
      ...intakeJobs,
      tallyJob,
      refreshJob,
      appointmentWatch,
      rollDay,
      planJob,
      sendMessagesJob,
      saveUploadJob,
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
