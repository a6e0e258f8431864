import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of the states of services, declared once for every list and screen.
stateTable('service-offering', { OPEN: ['success', 'Open'], CLOSED: ['neutral', 'Closed'] });
