import { serve } from '@aangan/server/handle.ts';
import { enquiries } from './area.ts';
import { getEmbedHosts, saveEmbedHosts } from './embed/embed-hosts.server.ts';
import { capture, updateEnquiry } from './enquiry/enquiry.commands.server.ts';
import { followUpList, listEnquiries } from './enquiry/enquiry.queries.server.ts';
import { choices } from './enquiry/enquiry-choices.server.ts';
import { familyAt, getEnquiry } from './enquiry/enquiry-detail.server.ts';
import { countEnquiries, dashboard, followUpBuckets } from './enquiry/enquiry-figures.server.ts';
import { enquirySearch } from './enquiry/find-enquiries.server.ts';
import { logFollowUp } from './enquiry/log-follow-up.server.ts';
import { moveStage } from './enquiry/move-stage.server.ts';
import { enquiriesByIds, enquiryRecipients } from './enquiry/offered.server.ts';
import { enquiryWork } from './enquiry/open-work.server.ts';
import { enquiryEffects } from './enquiry/suspension.server.ts';
import { enquiryHomeCards } from './home-cards.server.ts';
import { leadInbox } from './intake/fold-leads.server.ts';
import { intakeJobs } from './intake/intake-jobs.server.ts';
import { createChannel, listChannels, pauseChannel, rotateSecret } from './intake/lead-channel.server.ts';
import { leadDoors, WHATSAPP_INBOX } from './intake/lead-doors.server.ts';
import { assignLeads, ignoreLeads, replayLeads } from './intake/lead-intake.commands.server.ts';
import { listLeads, rawLead } from './intake/lead-intake.queries.server.ts';
import { listMappings, mappingChoices, removeMapping, saveMapping } from './intake/lead-mapping.server.ts';
import { reconcileGoogle } from './intake/reconcile-google.server.ts';
import {
  foldSubmission,
  PUBLIC_FORM,
  publicForm,
  submitPublicForm,
} from './public-form/public-enquiry.server.ts';
import { createCode, listCodes, setCodeActive } from './qr/enquiry-qr.server.ts';
import { checkUpload, commitUpload, uploadTemplate } from './upload/enquiry-upload.server.ts';
import { foldWhatsApp } from './waid/fold-messages.server.ts';
import {
  blockContact,
  createFromContact,
  ignoreContact,
  linkContact,
  listContacts,
  reopenContact,
} from './waid/waid.server.ts';

export const enquiriesServer = serve(
  enquiries,
  [
    capture,
    listEnquiries,
    getEnquiry,
    updateEnquiry,
    moveStage,
    familyAt,
    choices,
    dashboard,
    countEnquiries,
    followUpList,
    followUpBuckets,
    logFollowUp,
    publicForm,
    submitPublicForm,
    checkUpload,
    commitUpload,
    uploadTemplate,
    listCodes,
    createCode,
    setCodeActive,
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
  ],
  {
    search: [enquirySearch],
    homeCards: enquiryHomeCards,
    openWork: [enquiryWork],
    suspensionEffects: enquiryEffects,
    inbox: { [PUBLIC_FORM]: foldSubmission, ...leadInbox, [WHATSAPP_INBOX]: foldWhatsApp },
    doors: leadDoors,
    jobs: intakeJobs,
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
