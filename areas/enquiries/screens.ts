import { openModules } from '@aangan/contract/endpoint.ts';
import { screens } from '@aangan/contract/screens.ts';
import { enquiryModules as m } from './modules.ts';

export const enquiriesScreens = screens('enquiries', 'Enquiries', {
  '/forms/enquiry/dashboard': { title: 'Enquiry dashboard', module: m.enquiry },
  '/forms/enquiry/list': { title: 'Enquiries', module: m.enquiry },
  '/forms/enquiry-form': { title: 'New enquiry', module: m.enquiry, write: true },
  '/forms/enquiry/edit/{enquiryCode}/{radio?}': { title: 'Edit enquiry', module: m.enquiry, write: true },
  '/forms/list/{enquiryCode?}/{radio?}': { title: 'Spanco list', module: m.enquiry },
  '/forms/edit/{enquiryCode}/{radio?}': { title: 'Enquiry', module: m.enquiry, write: true },
  '/forms/followup': { title: 'Follow-ups', module: m.followup },
  '/forms/followup/{enquiryCode?}': { title: 'Follow-ups', module: openModules.signedIn },
  '/forms/manualFollowup': { title: 'Manual follow-up', module: m.followup, write: true },
  '/forms/settings/add': { title: 'Enquiry settings', module: m.enquirySettings, write: true },
  '/forms/settings/edit/{stageID}': { title: 'Stage', module: m.enquirySettings, write: true },
  '/forms/b2sconfiguration': { title: 'B2S configuration', module: m.b2sConfiguration, write: true },
  '/B2SReport/dashboard': { title: 'B2S dashboard', module: m.B2SReport },
  '/B2SReport/download-list': { title: 'B2S downloads', module: m.B2SReport },
  '/enquiry/generate-qrcode': { title: 'Generate QR code', module: m.enquiryQRCode },
  '/upload/enquiries': { title: 'Upload enquiries', module: m.uploadEnquiries, write: true },
  '/lead-allocation/list': { title: 'Lead allocation', module: m.leadAllocation },
  '/lead-reallocation/list': { title: 'Lead re-allocation', module: m.leadReallocation },
  '/forms/settings/autoallocation/{allocationId}': {
    title: 'Allocation rule',
    module: m.enquirySettings,
    write: true,
  },
  '/google-webhook/list': { title: 'Google leads', module: m.googleWebHook },
  '/waid-integration/list': { title: 'WhatsApp leads', module: m.waIdIntegration },
  '/parent-enquiry/newentry/{fid}/{mid?}': { title: 'Enquiry', module: openModules.anyone },
  '/enquiry-form/{fid}': { title: 'Enquiry', module: openModules.anyone },
  '/enquiry-saved/thankyou': { title: 'Thank you', module: openModules.anyone },
});
