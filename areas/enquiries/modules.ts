import { modules } from '@aangan/contract/area.ts';

/** Module names of the enquiries area (areas/README §5.1). */
export const enquiryModules = modules({
  enquiry: { title: 'Enquiries' },
  followup: { title: 'Follow-ups' },
  uploadEnquiries: { title: 'Upload enquiries' },
  enquiryQRCode: { title: 'Enquiry QR code' },
  enquirySettings: { title: 'Enquiry settings' },
  enquiryErase: { title: 'Enquiry erase' },
  enquiryContactReveal: { title: 'Enquiry contact reveal' },
  enquiryExport: { title: 'Enquiry export' },
  leadAllocation: { title: 'Lead allocation' },
  leadReallocation: { title: 'Lead reallocation' },
  googleWebHook: { title: 'Google leads' },
  waIdIntegration: { title: 'WhatsApp leads' },
  B2SReport: { title: 'B2S report' },
  b2sConfiguration: { title: 'B2S configuration' },
  publicEnquiryForm: { title: 'Public enquiry form', publicOnly: true },
});
