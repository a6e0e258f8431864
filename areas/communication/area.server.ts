import { serve } from '@aangan/server/endpoint/handle.ts';
import { announceWorker } from './announcement/announce.server.ts';
import { announcementHandlers, announcementSearch } from './announcement/announcement-area.server.ts';
import { announcementHomeCards } from './announcement/announcement-home.server.ts';
import { communication } from './area.ts';
import { campaignHandlers } from './campaign/campaign-area.server.ts';
import { campaignWorker, completeCampaigns } from './campaign/send-campaign.server.ts';
import { unsubscribeDoors } from './campaign/unsubscribe.server.ts';
import { demoOutboxDoor } from './message/demo-outbox.server.ts';
import { expandMessage } from './message/expand-message.server.ts';
import { forgetMessages, reapMessages } from './message/message-jobs.server.ts';
import { sendCodeMessage } from './message/send-code.server.ts';
import { sendMessage } from './message/send-message.server.ts';
import { foldMsg91Report, msg91Door } from './provider/msg91-report.server.ts';
import { templateHandlers } from './template/template-area.server.ts';

export const communicationServer = serve(
  communication,
  [
    await import('./message/message.queries.server.ts'),
    ...announcementHandlers,
    ...templateHandlers,
    ...campaignHandlers,
  ],
  {
    outbox: {
      'communication.announce': announceWorker,
      'communication.campaign': campaignWorker,
      'communication.expand': expandMessage,
      'communication.send': sendMessage(false),
      'communication.send-again': sendMessage(true),
      'shell.send-code': sendCodeMessage,
    },
    inbox: { msg91: foldMsg91Report },
    doors: [demoOutboxDoor, msg91Door, ...unsubscribeDoors],
    jobs: [reapMessages, forgetMessages, completeCampaigns],
    search: [announcementSearch],
    homeCards: [...announcementHomeCards],
  },
);
