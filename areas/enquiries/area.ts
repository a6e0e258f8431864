import { area, message } from '@aangan/contract/area.ts';
import { allocationRuleContract } from './allocation/allocation-rule.contract.ts';
import { leadAllocationContract } from './allocation/lead-allocation.contract.ts';
import { leadReallocationContract } from './allocation/lead-reallocation.contract.ts';
import { appointmentContract } from './appointments/appointment.contract.ts';
import { visitMessages } from './appointments/visit-messages.ts';
import { b2sContract } from './b2s/b2s.contract.ts';
import { callContract } from './calls/call.contract.ts';
import { calls } from './calls/call.listing.ts';
import { enquirySpend } from './dashboard/enquiry-spend.record.ts';
import { moneyFunnelContract } from './dashboard/money-funnel.contract.ts';
import { embedHostsContract } from './embed/embed-hosts.contract.ts';
import { cadenceSetting } from './enquiry/cadence-setting.ts';
import { ageSetting } from './enquiry/child-age.ts';
import { enquiryContract } from './enquiry/enquiry.contract.ts';
import { followUpContract } from './enquiry/follow-up.contract.ts';
import { limitsSetting } from './enquiry/limits-setting.ts';
import { programmeSetting } from './enquiry/programme-setting.ts';
import { enquiryEraseContract } from './erase/enquiry-erase.contract.ts';
import { privacySetting } from './erase/privacy-setting.ts';
import { joinFamiliesContract } from './families/join-families.contract.ts';
import { deskHoliday } from './follow-up/desk-holiday.record.ts';
import { enquiryWorkContract } from './follow-up/enquiry-work.contract.ts';
import { followUpWorkContract } from './follow-up/follow-up-work.contract.ts';
import { leadChannelContract, leadMappingContract } from './intake/lead-channel.contract.ts';
import { leadIntakeContract } from './intake/lead-intake.contract.ts';
import { knownElsewhereContract } from './known-elsewhere/known-elsewhere.contract.ts';
import { leakContract } from './leaks/leak.contract.ts';
import { newsContract } from './live/news.contract.ts';
import { mergeContract } from './merge/merge.contract.ts';
import { bulkMessageContract, messageBatch } from './messages/bulk-message.contract.ts';
import { enquiryMessageText } from './messages/message-text.record.ts';
import { textPlaces } from './messages/text-places.ts';
import { enquiryModules } from './modules.ts';
import { pipelineContract } from './pipeline/pipeline.contract.ts';
import { publicFormSetting } from './public-form/form-setting.ts';
import { publicEnquiryContract } from './public-form/public-enquiry.contract.ts';
import { enquiryQrContract } from './qr/enquiry-qr.contract.ts';
import { enquiriesScreens } from './screens.ts';
import { classSeatsContract } from './seats/class-seats.contract.ts';
import { enquirySettingContract } from './settings/enquiry-setting.contract.ts';
import { enquirySource } from './settings/enquiry-source.record.ts';
import { enquiryStage } from './settings/enquiry-stage.record.ts';
import { enquirySubStatus } from './settings/enquiry-sub-status.record.ts';
import { lostReason } from './settings/lost-reason.record.ts';
import { stageContract } from './settings/stage.contract.ts';
import { enquirySheetContract } from './sheet/enquiry-sheet.contract.ts';
import { firstAnswerContract } from './sla/first-answer.contract.ts';
import { slaMessages } from './sla/sla-messages.ts';
import { slaSetting } from './sla/sla-setting.ts';
import { enquiryImport } from './upload/enquiry-import.contract.ts';
import { enquiryUploadRows, enquiryUploads } from './upload/enquiry-upload.listing.ts';
import { visitSlotContract } from './visit-slots/visit-slot.contract.ts';
import { stopMessages } from './waid/stop-messages.ts';
import { waidContract } from './waid/waid.contract.ts';
import { waContacts } from './waid/waid.listing.ts';
import { watchMessages } from './watch/watch-messages.ts';

/** Columns that say who a family is: they go when its enquiry is erased. */
const ofFamily = (table: string, ...columns: string[]) =>
  ({ table, subject: 'CONTACT', columns, on: 'erase', basis: 'enquiry' }) as const;

export const enquiries = area({
  ...enquiriesScreens,
  modules: enquiryModules.$info,
  records: [
    enquirySource,
    enquiryStage,
    lostReason,
    enquirySubStatus,
    deskHoliday,
    enquirySpend,
    enquiryMessageText,
  ],
  contracts: [
    enquiryContract,
    pipelineContract,
    mergeContract,
    stageContract,
    followUpContract,
    followUpWorkContract,
    enquiryWorkContract,
    callContract,
    calls.endpoints,
    appointmentContract,
    bulkMessageContract,
    messageBatch.endpoints,
    visitSlotContract,
    classSeatsContract,
    leakContract,
    moneyFunnelContract,
    publicEnquiryContract,
    enquiryImport.endpoints,
    enquiryUploads.endpoints,
    enquiryUploadRows.endpoints,
    enquiryQrContract,
    leadIntakeContract,
    leadChannelContract,
    leadMappingContract,
    waidContract,
    waContacts.endpoints,
    embedHostsContract,
    b2sContract,
    leadAllocationContract,
    leadReallocationContract,
    allocationRuleContract,
    firstAnswerContract,
    enquiryEraseContract,
    enquirySettingContract,
    knownElsewhereContract,
    joinFamiliesContract,
    newsContract,
    enquirySheetContract,
  ],
  settings: [
    slaSetting,
    privacySetting,
    publicFormSetting,
    ageSetting,
    programmeSetting,
    cadenceSetting,
    limitsSetting,
  ],
  messages: [
    ...visitMessages,
    ...slaMessages,
    ...watchMessages,
    ...stopMessages,
    message({
      key: 'enquiries.ack',
      category: 'SERVICE',
      urgency: 'ROUTINE',
      audience: 'CONTACT',
      channels: ['WHATSAPP', 'SMS', 'EMAIL'],
      retryUnknown: false,
      variables: ['brand', 'centre', 'when', 'link'],
      subject: 'Your enquiry at {brand} {centre}',
      en: 'Thank you for your interest in {brand} {centre}. We will call you on {when}. Choose a time to visit: {link} Reply STOP to end.',
      hi: '{brand} {centre} में रुचि के लिए धन्यवाद। हम आपको {when} को फ़ोन करेंगे। मिलने का समय चुनें: {link} बंद करने के लिए STOP लिखें।',
    }),
    // Carries a text that a centre wrote itself; this one stands only where that cannot be read.
    message({
      key: 'enquiries.own-message',
      category: 'SERVICE',
      urgency: 'ROUTINE',
      audience: 'CONTACT',
      channels: ['SMS', 'EMAIL'],
      retryUnknown: false,
      variables: Object.keys(textPlaces),
      subject: 'A message from {brand} {centre}',
      en: 'A message from {brand} {centre}: please call {phone}. Reply STOP to end.',
    }),
    message({
      key: 'enquiries.confirm-number',
      category: 'CODE',
      urgency: 'NOW',
      audience: 'CONTACT',
      channels: ['SMS'],
      // A code that came twice is the same code; one that never came is of no use.
      retryUnknown: true,
      variables: ['code', 'brand', 'centre'],
      en: '{code} is your code to confirm this number for your enquiry at {brand} {centre}, valid for 10 minutes. Did you not ask for it? Then do nothing.',
      hi: '{code} {brand} {centre} में आपकी पूछताछ के लिए इस नंबर की पुष्टि का कोड है, 10 मिनट तक मान्य। आपने नहीं माँगा? तो कुछ न करें।',
    }),
    message({
      key: 'enquiries.lead-channel-down',
      category: 'SERVICE',
      urgency: 'NOW',
      audience: 'STAFF',
      channels: ['EMAIL', 'APP'],
      retryUnknown: true,
      variables: ['channel', 'trouble'],
      subject: 'A lead channel needs you: {channel}',
      en: '{channel}: {trouble}. Open Google leads, Forms and channels, to put it right. No lead is lost meanwhile.',
    }),
  ],
  personalData: [
    ofFamily(
      'enquiry',
      'child_first_name',
      'child_last_name',
      'child_name_key',
      'child_dob',
      'guardian_name',
      'phone_norm',
      'email_norm',
      'pincode',
      'lost_note',
      'last_note',
    ),
    ofFamily('household_contact', 'value_norm', 'value_raw'),
    ofFamily('enquiry_household', 'note'),
    ofFamily('enquiry_merge', 'before', 'after'),
    ofFamily('follow_up', 'note', 'before'),
    ofFamily('call_log', 'phone_norm'),
    ofFamily('follow_up_pause', 'reason'),
    ofFamily('enquiry_touch', 'note', 'consents'),
    ofFamily('lead_intake', 'parsed', 'person_name', 'phone_norm', 'pincode'),
    ofFamily('enquiry_external_ref', 'ref'),
    ofFamily('wa_contact', 'wa_id', 'phone_norm', 'profile_name', 'first_text', 'referral'),
  ],
});
