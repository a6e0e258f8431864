import { serve } from '@aangan/server/endpoint/handle.ts';
import { announceWorker } from './announcement/announce.server.ts';
import { announcementHandlers, announcementSearch } from './announcement/announcement-area.server.ts';
import { announcementHomeCards } from './announcement/announcement-home.server.ts';
import { communication } from './area.ts';
import { campaignHandlers } from './campaign/campaign-area.server.ts';
import { campaignHomeCards } from './campaign/campaign-home.server.ts';
import { campaignWorker, completeCampaigns } from './campaign/send-campaign.server.ts';
import { unsubscribeEndpoints } from './campaign/unsubscribe.server.ts';
import { conversationHomeCards } from './conversation/conversation-home.server.ts';
import { remindEvents } from './event/remind-events.server.ts';
import { consentChanged } from './gallery/consent-changed.server.ts';
import { registerGalleryHistory } from './gallery/gallery-history.server.ts';
import { duePosts } from './instagram/due-posts.server.ts';
import { demoAnswerEndpoint, demoOutboxEndpoint } from './message/demo-outbox.server.ts';
import { expandMessage } from './message/expand-message.server.ts';
import { forgetMessages, reapMessages } from './message/message-jobs.server.ts';
import { sendWaiting } from './message/send-again.server.ts';
import { sendCodeMessage } from './message/send-code.server.ts';
import { sendMessage } from './message/send-message.server.ts';
import { consumeMsg91Report, msg91Webhook } from './provider/msg91-report.server.ts';
import { communicationSetUp } from './set-up.server.ts';
import { templateHandlers } from './template/template-area.server.ts';

registerGalleryHistory();

export const communicationServer = serve(
  communication,
  [
    await import('./message/message.queries.server.ts'),
    ...announcementHandlers,
    ...templateHandlers,
    ...(await import('./event/event.listing.server.ts')).handlers,
    await import('./event/event.queries.server.ts'),
    await import('./event/save-event.server.ts'),
    await import('./event/event-steps.server.ts'),
    await import('./event/event-family.server.ts'),
    ...(await import('./gallery/gallery.listing.server.ts')).handlers,
    await import('./gallery/gallery.queries.server.ts'),
    await import('./gallery/save-gallery.server.ts'),
    await import('./gallery/gallery-photos.server.ts'),
    await import('./gallery/gallery-family.server.ts'),
    ...(await import('./instagram/instagram.listing.server.ts')).handlers,
    await import('./instagram/instagram.server.ts'),
    ...campaignHandlers,
    await import('./conversation/conversation.listing.server.ts'),
    await import('./conversation/conversation.server.ts'),
  ],
  {
    outbox: {
      'communication.announce': announceWorker,
      'communication.consent-changed': consentChanged,
      'communication.campaign': campaignWorker,
      'communication.expand': expandMessage,
      'communication.send': sendMessage(false),
      'communication.send-again': sendMessage(true),
      'shell.send-code': sendCodeMessage,
    },
    inbox: { msg91: consumeMsg91Report },
    rawEndpoints: [demoOutboxEndpoint, demoAnswerEndpoint, msg91Webhook, ...unsubscribeEndpoints],
    search: [announcementSearch],
    setUpSteps: communicationSetUp,
    homeCards: [...announcementHomeCards, ...campaignHomeCards, ...conversationHomeCards],
    jobs: [reapMessages, forgetMessages, sendWaiting, remindEvents, duePosts, completeCampaigns],
  },
);
