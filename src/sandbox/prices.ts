/** What a dollar costs where the stand-in for PX6 is, in millionths of a rouble. */
export const SANDBOX_ROUBLES_PER_USD = 80_000_000n;
/** What a GB costs at the stand-in for DataImpulse, in micro-dollars, by product. */
export const SANDBOX_USD_PER_GB = {
  residential: 800_000n,
  residential_premium: 2_500_000n,
  mobile: 1_600_000n,
  datacenter: 400_000n,
};
