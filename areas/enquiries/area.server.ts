import { serve } from '@aangan/server/handle.ts';
import { enquiries } from './area.ts';
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
import { enquiryHomeCards } from './home-cards.server.ts';
import {
  foldSubmission,
  PUBLIC_FORM,
  publicForm,
  submitPublicForm,
} from './public-form/public-enquiry.server.ts';
import { createCode, listCodes, setCodeActive } from './qr/enquiry-qr.server.ts';
import { checkUpload, commitUpload, uploadTemplate } from './upload/enquiry-upload.server.ts';

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
  ],
  {
    search: [enquirySearch],
    homeCards: enquiryHomeCards,
    openWork: [enquiryWork],
    inbox: { [PUBLIC_FORM]: foldSubmission },
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
