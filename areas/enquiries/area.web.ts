import { openModules } from '@aangan/contract/endpoint.ts';
import { screen, screens } from '@aangan/web/screens.ts';
import { enquiryModules as m } from './modules.ts';

const followUp = () => import('./follow-up/follow-up-screen.tsx').then((file) => file.FollowUpScreen);
const publicForm = () =>
  import('./public-form/public-enquiry-form.tsx').then((file) => file.PublicEnquiryForm);

export const enquiriesScreens = screens('enquiries', 'Enquiries', [
  screen({
    path: '/forms/enquiry/dashboard',
    title: 'Enquiry dashboard',
    module: m.enquiry,
    load: () => import('./dashboard/enquiry-dashboard.tsx').then((file) => file.EnquiryDashboard),
  }),
  screen({
    path: '/forms/enquiry/list',
    title: 'Enquiries',
    module: m.enquiry,
    load: () => import('./enquiry/enquiry-list.tsx').then((file) => file.EnquiryList),
  }),
  screen({
    path: '/forms/enquiry-form',
    title: 'New enquiry',
    module: m.enquiry,
    write: true,
    load: () => import('./enquiry/enquiry-form.tsx').then((file) => file.EnquiryForm),
  }),
  screen({
    path: '/forms/enquiry/edit/{enquiryCode}/{radio?}',
    title: 'Edit enquiry',
    module: m.enquiry,
    write: true,
    load: () => import('./enquiry/edit-enquiry.tsx').then((file) => file.EditEnquiry),
  }),
  screen({
    path: '/forms/list/{enquiryCode?}/{radio?}',
    title: 'Spanco list',
    module: m.enquiry,
    load: () => import('./enquiry/spanco-list.tsx').then((file) => file.SpancoList),
  }),
  screen({
    path: '/forms/edit/{enquiryCode}/{radio?}',
    title: 'Enquiry',
    module: m.enquiry,
    write: true,
    load: () => import('./follow-up/working-screen.tsx').then((file) => file.WorkingScreen),
  }),
  screen({ path: '/forms/followup', title: 'Follow-ups', module: m.followup, load: followUp }),
  screen({
    path: '/forms/followup/{enquiryCode?}',
    title: 'Follow-ups',
    module: openModules.signedIn,
    load: followUp,
  }),
  screen({
    path: '/forms/manualFollowup',
    title: 'Manual follow-up',
    module: m.followup,
    write: true,
    load: () => import('./follow-up/manual-follow-up.tsx').then((file) => file.ManualFollowUp),
  }),
  screen({
    path: '/forms/settings/add',
    title: 'Enquiry settings',
    module: m.enquirySettings,
    write: true,
    load: () => import('./settings/enquiry-settings.tsx').then((file) => file.EnquirySettings),
  }),
  screen({
    path: '/forms/settings/edit/{stageID}',
    title: 'Stage',
    module: m.enquirySettings,
    write: true,
    load: () => import('./settings/edit-stage.tsx').then((file) => file.EditStage),
  }),
  screen({
    path: '/forms/b2sconfiguration',
    title: 'B2S configuration',
    module: m.b2sConfiguration,
    write: true,
    load: () => import('./b2s/b2s-configuration.tsx').then((file) => file.B2sConfiguration),
  }),
  screen({
    path: '/B2SReport/dashboard',
    title: 'B2S dashboard',
    module: m.B2SReport,
    load: () => import('./b2s/b2s-dashboard.tsx').then((file) => file.B2sDashboard),
  }),
  screen({
    path: '/B2SReport/download-list',
    title: 'B2S downloads',
    module: m.B2SReport,
    load: () => import('./b2s/b2s-download-list.tsx').then((file) => file.B2sDownloadList),
  }),
  screen({
    path: '/enquiry/generate-qrcode',
    title: 'Generate QR code',
    module: m.enquiryQRCode,
    load: () => import('./qr/generate-qrcode.tsx').then((file) => file.GenerateQrcode),
  }),
  screen({
    path: '/upload/enquiries',
    title: 'Upload enquiries',
    module: m.uploadEnquiries,
    write: true,
    load: () => import('./upload/upload-enquiries.tsx').then((file) => file.UploadEnquiries),
  }),
  screen({
    path: '/lead-allocation/list',
    title: 'Lead allocation',
    module: m.leadAllocation,
    load: () => import('./allocation/lead-allocation.tsx').then((file) => file.LeadAllocation),
  }),
  screen({
    path: '/lead-reallocation/list',
    title: 'Lead re-allocation',
    module: m.leadReallocation,
    load: () => import('./allocation/lead-reallocation.tsx').then((file) => file.LeadReallocation),
  }),
  screen({
    path: '/forms/settings/autoallocation/{allocationId}',
    title: 'Allocation rule',
    module: m.enquirySettings,
    write: true,
    load: () => import('./allocation/rule-editor.tsx').then((file) => file.RuleEditor),
  }),
  screen({
    path: '/google-webhook/list',
    title: 'Google leads',
    module: m.googleWebHook,
    load: () => import('./intake/google-leads.tsx').then((file) => file.GoogleLeads),
  }),
  screen({
    path: '/waid-integration/list',
    title: 'WhatsApp leads',
    module: m.waIdIntegration,
    load: () => import('./waid/contact-list.tsx').then((file) => file.ContactList),
  }),
  screen({
    path: '/parent-enquiry/newentry/{fid}/{mid?}',
    title: 'Enquiry',
    module: openModules.anyone,
    load: publicForm,
  }),
  screen({ path: '/enquiry-form/{fid}', title: 'Enquiry', module: openModules.anyone, load: publicForm }),
  screen({
    path: '/enquiry-saved/thankyou',
    title: 'Thank you',
    module: openModules.anyone,
    load: () => import('./public-form/enquiry-saved.tsx').then((file) => file.EnquirySaved),
  }),
]);
