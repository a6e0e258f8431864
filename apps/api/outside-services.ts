// Which outside services this process talks to: the configured ones, or in the demo their simulators.
import path from 'node:path';
import type { CheckoutOrigins } from './security-headers.ts';

export interface OutsideServices {
  /** Values handlers read from `ports.config`. */
  config: Record<string, string>;
  checkout: CheckoutOrigins;
  close(): Promise<void>;
}

const RAZORPAY: CheckoutOrigins = {
  script: 'https://checkout.razorpay.com',
  frame: 'https://api.razorpay.com',
  connect: 'https://api.razorpay.com https://lumberjack.razorpay.com',
};

/** Starts the simulators in the demo (loopback only); elsewhere says where the real services are. */
export async function outsideServices(options: {
  demo: boolean;
  origin: string;
  dataDir: string;
}): Promise<OutsideServices> {
  if (!options.demo || process.env.RAZORPAY_KEY_ID)
    return { config: {}, checkout: RAZORPAY, close: async () => {} };
  const { startRazorpaySimulator } = await import('@aangan/simulators/razorpay/razorpay-simulator.ts');
  const keys = {
    keyId: 'rzp_test_AanganDemo0001',
    keySecret: 'demo-key-secret-not-real',
    webhookSecret: 'demo-webhook-secret-not-real',
  };
  const simulator = await startRazorpaySimulator({
    ...keys,
    host: '127.0.0.1',
    port: Number(process.env.AANGAN_SIMULATOR_PORT ?? 0),
    stateFile: path.join(options.dataDir, 'razorpay-simulator.json'),
    webhookUrl: `${options.origin}/webhooks/razorpay`,
  });
  const { startMetaLeadsSimulator } = await import('@aangan/simulators/meta-leads/meta-leads-simulator.ts');
  const meta = {
    appSecret: 'demo-meta-app-secret-not-real',
    verifyToken: 'demo-meta-verify-token',
  };
  const graph = await startMetaLeadsSimulator({
    ...meta,
    token: 'demo-page-token',
    webhookUrl: `${options.origin}/webhooks/meta`,
    anyLead: { full_name: 'Asha Rao', child_age: '3 years', post_code: '400053' },
  });
  const { startIrpSimulator } = await import('@aangan/simulators/irp/irp-simulator.ts');
  const portal = { user: 'aangan-demo', password: 'demo-portal-password-not-real' };
  const irp = await startIrpSimulator({ ...portal, host: '127.0.0.1' });
  return {
    config: {
      EINVOICE_API_URL: irp.url,
      EINVOICE_USER: portal.user,
      EINVOICE_PASSWORD: portal.password,
      EINVOICE_PUBLIC_KEY: irp.publicKey,
      META_APP_SECRET: meta.appSecret,
      META_VERIFY_TOKEN: meta.verifyToken,
      META_GRAPH_URL: graph.url,
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
      RAZORPAY_API_URL: simulator.url,
      RAZORPAY_CHECKOUT_URL: `${simulator.url}/v1/checkout.js`,
    },
    checkout: { script: simulator.url, frame: simulator.url, connect: simulator.url },
    close: async () => {
      await irp.close();
      await graph.close();
      await simulator.close();
    },
  };
}
