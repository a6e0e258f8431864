import { openModules } from '@aangan/contract/endpoint.ts';
import { screen, screens } from '@aangan/web/screens.ts';
import { enquiryModules as m } from './modules.ts';

const followUp = () => import('./enquiry/follow-up-queue.tsx').then((file) => file.FollowUpQueue);
const publicForm = () =>
  import('./public-form/public-enquiry-form.tsx').then((file) => file.PublicEnquiryForm);

export const enquiriesScreens = screens('enquiries', 'Enquiries', [
  screen({
    path: '/forms/enquiry/dashboard',
    title: 'Enquiry dashboard',
    module: m.enquiry,
    load: () => import('./enquiry/enquiry-dashboard.tsx').then((file) => file.EnquiryDashboard),
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
    centre: true,
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
    load: () => import('./enquiry/working-screen.tsx').then((file) => file.WorkingScreen),
  }),
  screen({ path: '/forms/followup', title: 'Follow-ups', module: m.followup, load: followUp }),
  screen({
    path: '/forms/followup/{enquiryCode?}',
    title: 'Follow-ups',
    module: openModules.signedIn,
    load: followUp,
  }),
  screen({
    path: '/enquiry/generate-qrcode',
    title: 'Generate QR code',
    module: m.enquiryQRCode,
    centre: true,
    load: () => import('./qr/generate-qrcode.tsx').then((file) => file.GenerateQrcode),
  }),
  screen({
    path: '/upload/enquiries',
    title: 'Upload enquiries',
    module: m.uploadEnquiries,
    write: true,
    centre: true,
    load: () => import('./upload/upload-enquiries.tsx').then((file) => file.UploadEnquiries),
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
