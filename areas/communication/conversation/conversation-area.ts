// What the area's lists take from conversations.
import { conversationContract } from './conversation.contract.ts';
import { conversations } from './conversation.listing.ts';

export const conversationContracts = [conversationContract, conversations.endpoints];

export const conversationPersonalData = [
  {
    table: 'conversation',
    subject: 'GUARDIAN',
    columns: ['wa_id', 'phone_norm', 'profile_name'],
    on: 'erase',
    basis: 'To answer what the family wrote; 13 months',
  },
  {
    table: 'conversation_item',
    subject: 'GUARDIAN',
    columns: ['text_sealed', 'provider_id'],
    on: 'erase',
    basis: 'To answer what the family wrote; 13 months',
  },
] as const;
