#include <atomic>
#include <httplib.h>
#include <memory>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <thread>

#include "harness/probe/sender.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::probe {
namespace {

/// A certificate for "localhost" that vouches for itself, and its key.
struct Certificate {
    Certificate() {
        X509_set_version(own.get(), 2);
        ASN1_INTEGER_set(X509_get_serialNumber(own.get()), 1);
        X509_gmtime_adj(X509_getm_notBefore(own.get()), -3'600);
        X509_gmtime_adj(X509_getm_notAfter(own.get()), 3'600);
        X509_set_pubkey(own.get(), key.get());
        X509_NAME* const name = X509_get_subject_name(own.get());
        const std::string host = "localhost";
        X509_NAME_add_entry_by_txt(
            name,
            "CN",
            MBSTRING_ASC,
            reinterpret_cast<const unsigned char*>(host.c_str()),
            -1,
            -1,
            0
        );
        X509_set_issuer_name(own.get(), name);
        REQUIRE(X509_sign(own.get(), key.get(), EVP_sha256()) > 0);
    }
    void write(const std::string& file) const {
        BIO* const out = BIO_new_file(file.c_str(), "w");
        REQUIRE(PEM_write_bio_X509(out, own.get()) == 1);
        BIO_free(out);
    }

    std::unique_ptr<X509, void (*)(X509*)> own{X509_new(), X509_free};
    std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key{EVP_EC_gen("P-256"), EVP_PKEY_free};
};

TEST_CASE("sender: a reply over TLS is dropped behind the handshake", "[probe]") {
    const testing::TemporaryFolder folder;
    const Certificate certificate;
    certificate.write(folder.path("ca.pem"));
    httplib::SSLServer server(certificate.own.get(), certificate.key.get());
    std::atomic<int> requests = 0;
    server.Post("/", [&requests](const httplib::Request&, httplib::Response& response) {
        ++requests;
        response.set_content("done", "text/plain");
    });
    const int port = server.bind_to_any_port("127.0.0.1");
    std::thread thread([&server] { server.listen_after_bind(); });
    Settings settings{.url = "https://localhost/", .body = "{}", .timeout = Milliseconds(5'000)};
    const Attempt untrusted =
        Sender(settings, {"127.0.0.1", port}).send_one(Part::first, {.key = "k", .value = "v"});
    settings.ca_file = folder.path("ca.pem");
    Sender sender(settings, {"127.0.0.1", port});
    const Attempt dropped = sender.send_dropped(sender.next());
    const Attempt answered = sender.send_one(Part::first, sender.next());
    server.stop();
    thread.join();
    CHECK(untrusted.trouble == "its certificate is not trusted");
    CHECK(dropped.dropped);
    CHECK(dropped.status == 0);
    CHECK(answered.status == 200);
    CHECK(requests == 2);
}

}  // namespace
}  // namespace onceproof::probe
