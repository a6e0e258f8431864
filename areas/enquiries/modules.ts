import { modules } from '@aangan/contract/area.ts';

/** Module names of the enquiries area (areas/README §5.1). */
export const enquiryModules = modules({
  enquiry: { title: 'Enquiries' },
  followup: { title: 'Follow-ups' },
  uploadEnquiries: { title: 'Upload enquiries' },
  enquiryQRCode: { title: 'Enquiry QR code' },
  enquirySettings: { title: 'Enquiry settings' },
  googleWebHook: { title: 'Google leads' },
  waIdIntegration: { title: 'WhatsApp leads' },
  publicEnquiryForm: { title: 'Public enquiry form', publicOnly: true },
});
