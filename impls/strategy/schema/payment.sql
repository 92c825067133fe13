-- The effect when it is a row of the service's own database. No key is unique here: the strategy must see to it.
CREATE TABLE payment (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_key varchar(64) NOT NULL,
    order_id varchar(64) NOT NULL,
    amount bigint NOT NULL,
    user_id varchar(64) NOT NULL
);
