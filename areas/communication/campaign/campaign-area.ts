// What the area's lists take from campaigns, the outbox and its addresses.
import { campaignContract, outboxContract, suppressionContract } from './campaign.contract.ts';
import { campaigns } from './campaign.listing.ts';
import { messageRate } from './message-rate.record.ts';
import { smsHeader } from './sms-header.record.ts';

export const campaignContracts = [campaignContract, outboxContract, suppressionContract, campaigns.endpoints];
export const campaignRecords = [smsHeader, messageRate];
