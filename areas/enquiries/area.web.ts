import { loadScreens } from '@aangan/web/screens.ts';
import { enquiriesScreens } from './screens.ts';

const followUp = () => import('./follow-up/follow-up-screen.tsx').then((file) => file.FollowUpScreen);
const publicForm = () =>
  import('./public-form/public-enquiry-form.tsx').then((file) => file.PublicEnquiryForm);

export const enquiriesWeb = loadScreens(enquiriesScreens, {
  '/forms/enquiry/dashboard': () =>
    import('./dashboard/enquiry-dashboard.tsx').then((file) => file.EnquiryDashboard),
  '/forms/enquiry/list': () => import('./enquiry/enquiry-list.tsx').then((file) => file.EnquiryList),
  '/forms/enquiry-form': () => import('./enquiry/enquiry-form.tsx').then((file) => file.EnquiryForm),
  '/forms/enquiry/edit/{enquiryCode}/{radio?}': () =>
    import('./enquiry/edit-enquiry.tsx').then((file) => file.EditEnquiry),
  '/forms/list/{enquiryCode?}/{radio?}': () =>
    import('./enquiry/spanco-list.tsx').then((file) => file.SpancoList),
  '/forms/edit/{enquiryCode}/{radio?}': () =>
    import('./follow-up/working-screen.tsx').then((file) => file.WorkingScreen),
  '/forms/followup': followUp,
  '/forms/followup/{enquiryCode?}': followUp,
  '/forms/manualFollowup': () =>
    import('./follow-up/manual-follow-up.tsx').then((file) => file.ManualFollowUp),
  '/forms/settings/add': () => import('./settings/enquiry-settings.tsx').then((file) => file.EnquirySettings),
  '/forms/settings/edit/{stageID}': () => import('./settings/edit-stage.tsx').then((file) => file.EditStage),
  '/forms/b2sconfiguration': () =>
    import('./b2s/b2s-configuration.tsx').then((file) => file.B2sConfiguration),
  '/B2SReport/dashboard': () => import('./b2s/b2s-dashboard.tsx').then((file) => file.B2sDashboard),
  '/B2SReport/download-list': () =>
    import('./b2s/b2s-download-list.tsx').then((file) => file.B2sDownloadList),
  '/enquiry/generate-qrcode': () => import('./qr/generate-qrcode.tsx').then((file) => file.GenerateQrcode),
  '/upload/enquiries': () => import('./upload/upload-enquiries.tsx').then((file) => file.UploadEnquiries),
  '/lead-allocation/list': () =>
    import('./allocation/lead-allocation.tsx').then((file) => file.LeadAllocation),
  '/lead-reallocation/list': () =>
    import('./allocation/lead-reallocation.tsx').then((file) => file.LeadReallocation),
  '/forms/settings/autoallocation/{allocationId}': () =>
    import('./allocation/rule-editor.tsx').then((file) => file.RuleEditor),
  '/google-webhook/list': () => import('./intake/google-leads.tsx').then((file) => file.GoogleLeads),
  '/waid-integration/list': () => import('./waid/contact-list.tsx').then((file) => file.ContactList),
  '/parent-enquiry/newentry/{fid}/{mid?}': publicForm,
  '/enquiry-form/{fid}': publicForm,
  '/enquiry-saved/thankyou': () =>
    import('./public-form/enquiry-saved.tsx').then((file) => file.EnquirySaved),
});
