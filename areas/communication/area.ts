import { area } from '@aangan/contract/area.ts';
import { announcementContracts, announcementPersonalData } from './announcement/announcement-area.ts';
import { announcementMessages } from './announcement/announcement-messages.ts';
import { campaignContracts, campaignRecords } from './campaign/campaign-area.ts';
import { campaignMessages } from './campaign/campaign-messages.ts';
import { conversationContracts, conversationPersonalData } from './conversation/conversation-area.ts';
import { conversationMessages } from './conversation/conversation-messages.ts';
import { eventContracts, eventPersonalData } from './event/event-area.ts';
import { eventMessages } from './event/event-messages.ts';
import { galleryContracts, galleryPersonalData } from './gallery/gallery-area.ts';
import { galleryMessages } from './gallery/gallery-messages.ts';
import { instagramContracts } from './instagram/instagram-area.ts';
import { instagramMessages } from './instagram/instagram-messages.ts';
import { messageContract } from './message/message.contract.ts';
import { communicationModules } from './modules.ts';
import { communicationScreens } from './screens.ts';
import { templateContracts } from './template/template-area.ts';
import { templateMessages } from './template/template-messages.ts';

export const communication = area({
  ...communicationScreens,
  modules: communicationModules.$info,
  contracts: [
    messageContract,
    ...announcementContracts,
    ...templateContracts,
    ...eventContracts,
    ...galleryContracts,
    ...instagramContracts,
    ...campaignContracts,
    ...conversationContracts,
  ],
  messages: [
    ...announcementMessages,
    ...templateMessages,
    ...eventMessages,
    ...galleryMessages,
    ...instagramMessages,
    ...campaignMessages,
    ...conversationMessages,
  ],
  records: campaignRecords,
  personalData: [
    ...announcementPersonalData,
    ...eventPersonalData,
    ...galleryPersonalData,
    ...conversationPersonalData,
    {
      table: 'message',
      subject: 'GUARDIAN',
      columns: [
        'address_sealed',
        'address_mask',
        'name_mask',
        'vars_sealed',
        'body_sealed',
        'subject_masked',
        'body_masked',
      ],
      on: 'erase',
      basis: 'Proof of what was sent; values end after 90 days',
    },
    {
      table: 'consent_answer',
      subject: 'GUARDIAN',
      columns: ['subject_id', 'by_guardian'],
      on: 'keep',
      basis: 'Proof of consent (DPDP Act)',
    },
    {
      table: 'suppression',
      subject: 'CONTACT',
      columns: ['address_hash'],
      on: 'keep',
      basis: 'So that nobody who said stop is written to again',
    },
  ],
});
