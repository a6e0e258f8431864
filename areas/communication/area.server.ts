import { serve } from '@aangan/server/endpoint/handle.ts';
import { communication } from './area.ts';
import { demoOutboxDoor } from './message/demo-outbox.server.ts';
import { expandMessage } from './message/expand-message.server.ts';
import { forgetMessages, reapMessages } from './message/message-jobs.server.ts';
import { sendCodeMessage } from './message/send-code.server.ts';
import { sendMessage } from './message/send-message.server.ts';
import { foldMsg91Report, msg91Door } from './provider/msg91-report.server.ts';

export const communicationServer = serve(
  communication,
  [await import('./message/message.queries.server.ts')],
  {
    outbox: {
      'communication.expand': expandMessage,
      'communication.send': sendMessage(false),
      'communication.send-again': sendMessage(true),
      'shell.send-code': sendCodeMessage,
    },
    inbox: { msg91: foldMsg91Report },
    doors: [demoOutboxDoor, msg91Door],
    jobs: [reapMessages, forgetMessages],
  },
);
