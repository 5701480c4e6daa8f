import { useSubscription } from 'urql';
import { graphql } from '../generated/index.ts';

export const TRAFFIC_FIGURES = graphql(`
  fragment TrafficFigures on Traffic {
    id
    usedGb
    leftGb
    totalGb
    usedPercent
  }
`);

const TRAFFIC_EVENTS = graphql(`
  subscription TrafficEvents($id: ID!) {
    trafficUpdated(orderId: $id) {
      ...TrafficFigures
    }
  }
`);

/** Has events change the traffic of a Luxury order in the cache: whatever shows it follows. */
export function useTrafficEvents(id: string, { pause = false } = {}): void {
  useSubscription({ query: TRAFFIC_EVENTS, variables: { id }, pause });
}
