// What both worlds say of leads from outside.
export const channelProviders = {
  GOOGLE: 'Google',
  META: 'Meta',
  WEBSITE: 'Website',
  WHATSAPP: 'WhatsApp',
  TELEPHONY: 'Telephone line (Exotel)',
} as const;
export type ChannelProvider = keyof typeof channelProviders;

export const leadProviders = {
  GOOGLE: 'Google',
  META: 'Meta',
  WEBSITE: 'Website',
  TELEPHONY: 'Missed call',
} as const;
export type LeadProvider = keyof typeof leadProviders;

export const leadStates = {
  REJECTED: 'Rejected',
  FETCHING: 'Fetching answers',
  PARSED: 'Read',
  ROUTED: 'On its way',
  DONE: 'Enquiry',
  QUARANTINED: 'Waits for you',
  IGNORED: 'Ignored',
  RETRY: 'Tries again',
  DEAD: 'Gave up',
} as const;

export const verdicts = {
  VALID: 'Genuine',
  BAD_KEY: 'Wrong key',
  BAD_SIGNATURE: 'Wrong signature',
  MALFORMED: 'Cannot be read',
} as const;

/** Why a lead waits for a person, in the words of the list. */
export const quarantineReasons = {
  'no-mapping': 'This form has no centre yet',
  'no-phone': 'No mobile number',
  'bad-phone': 'The mobile number is not valid',
  'no-centre': 'No centre serves this pincode',
  'centre-closed': 'The centre takes no enquiries now',
  'suspected-spam': 'Looks like spam',
  'channel-paused': 'The channel is paused',
} as const;
export type QuarantineReason = keyof typeof quarantineReasons;

/** Those that head office takes over when nobody acts within half an hour (enquiries.md D22). */
export const releasedReasons: readonly QuarantineReason[] = ['no-mapping', 'no-centre', 'centre-closed'];
export const RELEASE_AFTER_MINUTES = 30;

export const leadResults = {
  CREATED: 'New enquiry',
  TOUCHED: 'Asked again',
  REVIVED: 'Asked again after a loss',
  IGNORED: 'Ignored',
} as const;

/** What an answer of a form may fill. */
export const answerTargets = {
  guardianName: 'Parent’s name',
  mobile: 'Mobile',
  alternateMobile: 'Other mobile',
  email: 'E-mail',
  pincode: 'Pincode',
  childName: 'Child’s name',
  childAge: 'Child’s age',
  childDob: 'Child’s birth date',
  class: 'Class',
  preferredTime: 'Best time to call',
  note: 'Note',
  ignore: 'Leave out',
} as const;
export type AnswerTarget = keyof typeof answerTargets;
